"""Problems of Turing Machine (TM-1 … TM-7): cards and laws, valid problems, and what
the truth can still be."""
