"""The coach of Turing Machine: advice, reviews, practice and the texts after the end."""
