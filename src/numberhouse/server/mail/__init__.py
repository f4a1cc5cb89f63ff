"""Mail: the letters of the house, and the one server by which they are sent."""
