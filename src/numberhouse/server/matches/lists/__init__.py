"""Lists of matches, and the results and statistics of people."""
