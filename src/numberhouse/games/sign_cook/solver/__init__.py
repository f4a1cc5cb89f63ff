"""Solver of Sign Cook: dishes found by OR-Tools, the mine compiled, and beliefs about others' kitchens."""
