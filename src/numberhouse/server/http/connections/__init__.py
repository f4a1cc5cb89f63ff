"""Connections below the application: time limits, WebSockets, the client's address, the service's names."""
