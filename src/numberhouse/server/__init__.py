"""The service: live and hosted matches over HTTP and WebSocket."""
