"""Set Theory: place numbers on a grid and find out which of ten hidden sets they belong to."""
