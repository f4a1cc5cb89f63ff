"""Coach of Turing Machine: advice, reviews, practice and what boards ask for."""
