"""Problems of Turing Machine (TM-1 … TM-7): cards and laws, valid problems, and the possible worlds of a
position."""
