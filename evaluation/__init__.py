"""Everything right of an accepted question: exports and scores."""
