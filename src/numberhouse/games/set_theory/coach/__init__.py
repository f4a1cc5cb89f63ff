"""Coach of Set Theory: advice, reviews, practice and the facts for the board in the browser."""
