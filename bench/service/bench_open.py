"""What does it cost to open and close a service, with routes made anew and with routes that are there?

python bench/service/bench_open.py --times 8
"""

from __future__ import annotations

import argparse
import socket
import tempfile
import threading
import time
from pathlib import Path

import httpx
from litestar import Litestar

from numberhouse.server.base.settings import Settings
from numberhouse.server.http.application import create_routes
from numberhouse.server.ops.serve import HouseServer
from numberhouse.server.service import Service


def main() -> None:
    """Print the processor time of one opening and closing, by database and routes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=8)
    times = parser.parse_args().times
    print("| database | routes anew | routes that are there |")
    with tempfile.TemporaryDirectory() as folder:
        opened(Path(folder, "first.sqlite"), None)  # imports
        for kind, number in (("new", times), ("up to date", 1)):
            cells = []
            for routes in (None, create_routes()):
                files = [
                    Path(folder, f"{kind} {routes is None} {one % number}.sqlite") for one in range(times)
                ]
                if number == 1:
                    opened(files[0], routes)
                began = time.process_time()
                for file in files:
                    opened(file, routes)
                cells.append(f"{(time.process_time() - began) / times:.2f} s")
            print(f"| {kind} | {' | '.join(cells)} |")


def opened(file: Path, routes: Litestar | None) -> None:
    """Open a service, ask it once, and close it."""
    service = Service(Settings(database=str(file), bots=0, precompile=False))
    server = HouseServer(service, routes=routes)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=server.run, args=([listening],))
        thread.start()
        httpx.get(f"http://127.0.0.1:{listening.getsockname()[1]}/api/games", timeout=20)
        server.should_exit = True
        thread.join()


if __name__ == "__main__":
    main()
