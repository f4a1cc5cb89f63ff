"""Messages: their rows, what people do with them, and reading them."""
