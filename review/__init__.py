"""Two blind, independent reviews a round. Other apps enter by review/public.py."""
