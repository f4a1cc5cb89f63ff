"""Solver of Turing Machine: best play, the information of questions, and the distribution of both."""
