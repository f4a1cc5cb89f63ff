"""Practice: problems posed and judged, and what a person has made of them."""
