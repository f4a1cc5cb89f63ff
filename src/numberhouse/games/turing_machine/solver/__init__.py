"""The solver of Turing Machine: best play, the information of questions, and the distribution of best
play."""
