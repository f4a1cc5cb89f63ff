"""Coach of Addition Crypt: advice, reviews, practice and what boards ask for."""
