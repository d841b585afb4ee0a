"""Every list is answered in pages."""

from rest_framework.pagination import PageNumberPagination


class Pages(PageNumberPagination):
    """`?page=` from 1 and `?page_size=` up to 200 (50 when not given)."""

    page_size = 50
    max_page_size = 200
    page_size_query_param = "page_size"
