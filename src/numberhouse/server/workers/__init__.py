"""Worker processes: pools, and the tasks that they run for bots, reviews, practice and compilation."""
