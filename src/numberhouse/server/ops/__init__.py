"""Running the service: processes, and the check of stored matches."""
