"""Coach of Mixmath: advice, reviews, practice and what boards ask for."""
