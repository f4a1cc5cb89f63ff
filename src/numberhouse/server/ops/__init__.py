"""Running the service: processes, and checking what is stored."""
