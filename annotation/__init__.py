"""Videos, subtitles, clips, questions: everything an annotator makes. Other apps enter by annotation/public.py."""
