"""The solver of Sign Cook: a search for dishes with OR-Tools, the compiled mine, and beliefs about other
seats' kitchens."""
