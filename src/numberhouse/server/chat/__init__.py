"""What people say to each other at a match, and who may read it."""
