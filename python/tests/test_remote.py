"""Databases on other machines: moto as S3, and web servers that behave and do not."""

from __future__ import annotations

import json
import multiprocessing
import os
import re
import socket
import statistics
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from urllib.request import urlopen

import numpy as np
import pytest

import quixotic

boto3 = pytest.importorskip("boto3")
moto_server = pytest.importorskip("moto.server")

QUIXOTIC = Path(__file__).parents[2] / "target/debug/quixotic"
SECRET = "hunter2hunter2"
POSITIONS = ["start", "X3/2O1/4/3X O", "2X1/4/O2O/1X2 X", "XX2/4/O2O/1X2 X"]
HERE = quixotic.open("quixo4")


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of 4×4, with the list of its files."""
    directory = tmp_path_factory.mktemp("quixo4")
    quixotic.solve("quixo4", directory)
    write_manifest(directory)
    return directory


def write_manifest(directory: Path) -> None:
    classes = []
    for path in sorted(directory.glob("*.qxc")):
        match = re.fullmatch(r"c(\d\d)-(\d\d)", path.stem)
        assert match
        classes.append({"mover": int(match[1]), "other": int(match[2]), "bytes": path.stat().st_size})
    (directory / "manifest.json").write_text(json.dumps({"format": 1, "classes": classes}))


def assert_same(db: quixotic.Database) -> None:
    assert db.source == "remote" and db.is_complete
    for position in POSITIONS:
        assert db.probe(position).as_dict() == HERE.probe(position).as_dict()
    assert db.line().as_dict() == HERE.line().as_dict()
    assert db.stats().signature == HERE.stats().signature


@pytest.fixture
def keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.startswith("AWS_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "somebody")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", SECRET)
    monkeypatch.setenv("AWS_REGION", "us-east-1")


@pytest.fixture
def bucket(keys: None, files: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A bucket with a database below `games/quixo4`."""
    server = moto_server.ThreadedMotoServer(port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    endpoint = f"http://{host.replace('0.0.0.0', '127.0.0.1')}:{port}"
    monkeypatch.setenv("AWS_ENDPOINT_URL", endpoint)
    client = boto3.client("s3", endpoint_url=endpoint)
    client.create_bucket(Bucket="bucket")
    for path in files.glob("*.qxc"):
        client.upload_file(str(path), "bucket", f"games/quixo4/{path.name}")
    yield client
    server.stop()


def test_s3(bucket: Any) -> None:
    assert_same(quixotic.open("quixo4", db="s3://bucket/games/quixo4"))


@pytest.mark.skipif(not QUIXOTIC.exists(), reason="the command is not built")
def test_s3_with_a_manifest(bucket: Any, tmp_path: Path) -> None:
    """The manifest of `quixotic export` says what is in the files, so that their headers are not read."""
    subprocess.run([str(QUIXOTIC), "export", "quixo4", str(tmp_path / "export"), "--quiet"], check=True)
    manifest = {"Bucket": "bucket", "Key": "exported/manifest.json"}
    for path in (tmp_path / "export").glob("*.qxc"):
        bucket.put_object(Bucket="bucket", Key=f"exported/{path.name}", Body=bytes(64) + path.read_bytes()[64:])
    with pytest.raises(OSError, match="not a class file of quixotic"):
        quixotic.open("quixo4", db="s3://bucket/exported").probe("start")
    bucket.put_object(**manifest, Body=(tmp_path / "export" / "manifest.json").read_bytes())
    assert_same(quixotic.open("quixo4", db="s3://bucket/exported"))
    bucket.put_object(**manifest, Body=b"something else")
    with pytest.raises(OSError, match="not a class file of quixotic"):
        quixotic.open("quixo4", db="s3://bucket/exported").probe("start")


def test_s3_without_a_database(bucket: Any) -> None:
    for address, text in [("s3://bucket/games", "no class files"), ("s3://other/x", "no such bucket")]:
        with pytest.raises(OSError, match=text):
            quixotic.open("quixo4", db=address)


def test_s3_without_keys(bucket: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Requests are not signed then, and nobody is asked for keys: a bucket that is not public refuses."""
    monkeypatch.delenv("AWS_ACCESS_KEY_ID")
    monkeypatch.delenv("AWS_SECRET_ACCESS_KEY")
    bucket.put_bucket_acl(Bucket="bucket", ACL="public-read")
    with pytest.raises(OSError, match="refuses access .403 Forbidden.; keys are taken from AWS_ACCESS_KEY_ID"):
        quixotic.open("quixo4", db="s3://bucket/games/quixo4").probe("start")
    for listed in bucket.list_objects_v2(Bucket="bucket")["Contents"]:
        bucket.put_object_acl(Bucket="bucket", Key=listed["Key"], ACL="public-read")
    assert_same(quixotic.open("quixo4", db="s3://bucket/games/quixo4"))


def test_s3_file_is_replaced(bucket: Any) -> None:
    """All parts come from one file: a read of another one is refused."""
    db = quixotic.open("quixo4", db="s3://bucket/games/quixo4", cache=1)
    before = db.probe("start").plies
    assert before == 21
    body = bytearray(bucket.get_object(Bucket="bucket", Key="games/quixo4/c00-01.qxc")["Body"].read())
    body[-40] ^= 1
    bucket.put_object(Bucket="bucket", Key="games/quixo4/c00-01.qxc", Body=bytes(body))
    with pytest.raises(OSError, match="was replaced on the host while it was read"):
        db.probe("start")


class Ranges(SimpleHTTPRequestHandler):
    """A web server that knows ranges, which Python's does not."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        path = Path(self.translate_path(self.path))
        if not path.is_file():
            return self.send_error(404)
        data = path.read_bytes()
        match = re.fullmatch(r"bytes=(\d+)-(\d+)", self.headers.get("Range", ""))
        first, last = (int(match[1]), int(match[2])) if match else (0, len(data) - 1)
        self.send_response(206 if match else 200)
        if match:
            self.send_header("Content-Range", f"bytes {first}-{last}/{len(data)}")
        self.send_header("Content-Length", str(last + 1 - first))
        self.end_headers()
        self.wfile.write(data[first : last + 1])

    def log_message(self, *_: object) -> None:
        pass


class NoRanges(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


class Refusing(BaseHTTPRequestHandler):
    """Quotes what it was asked, secrets and all."""

    def do_GET(self) -> None:
        text = f"{SECRET} {self.headers}".encode()
        self.send_response(403)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_: object) -> None:
        pass


def served(handler: Any, directory: Path) -> Iterator[str]:
    def made(*args: Any) -> Any:
        return handler(*args, directory=str(directory)) if issubclass(handler, SimpleHTTPRequestHandler) else handler(*args)

    server = ThreadingHTTPServer(("127.0.0.1", 0), made)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture
def web(files: Path) -> Iterator[str]:
    yield from served(Ranges, files)


@pytest.fixture
def no_ranges(files: Path) -> Iterator[str]:
    yield from served(NoRanges, files)


@pytest.fixture
def refusing(files: Path) -> Iterator[str]:
    yield from served(Refusing, files)


def test_web(web: str) -> None:
    assert_same(quixotic.open("quixo4", db=f"http://{web}/"))


def test_web_without_ranges(no_ranges: str) -> None:
    with pytest.raises(OSError, match="does not send parts of files"):
        quixotic.open("quixo4", db=f"http://{no_ranges}").probe("start")


def test_web_without_a_list(web: str) -> None:
    with pytest.raises(OSError, match="no manifest.json here"):
        quixotic.open("quixo4", db=f"http://{web}/elsewhere")


def test_solving_needs_a_directory(web: str) -> None:
    with pytest.raises(ValueError, match="made in a directory"):
        quixotic.solve("quixo4", f"http://{web}")


def test_nobody_there() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with pytest.raises(OSError, match="cannot be reached: Connection refused"):
        quixotic.open("quixo4", db=f"http://127.0.0.1:{port}/x")


@contextmanager
def serving_without_secrets(address: str) -> Iterator[str]:
    """A server on a database elsewhere, which logs everything but what is secret."""
    arguments = [str(QUIXOTIC), "serve", "--port", "0", "--db", address]
    environment = {**os.environ, "RUST_LOG": "trace", "AWS_SECRET_ACCESS_KEY": SECRET, "AWS_ACCESS_KEY_ID": "somebody"}
    server = subprocess.Popen(arguments, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert server.stdout is not None
    try:
        yield server.stdout.readline().strip()
    finally:
        server.terminate()
        out, log = server.communicate(timeout=30)
    assert server.returncode == 0 and len(log) > 1000 and SECRET not in out + log


def ask(site: str, game: str, position: str) -> Any:
    with urlopen(f"{site}/api/{game}?{urlencode({'position': position})}") as answer:
        return json.load(answer)


class Far(Ranges):
    """A host that takes 20 ms for each answer."""

    def do_GET(self) -> None:
        time.sleep(0.02)
        super().do_GET()


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The two upper levels of 5×5, as `quixotic export` makes them ready for a web server."""
    directory = tmp_path_factory.mktemp("quixo5")
    quixotic.solve("quixo5", directory / "solved", until=24)
    export = [str(QUIXOTIC), "export", "quixo5", str(directory / "exported"), "--db", str(directory / "solved"), "--quiet"]
    subprocess.run(export, check=True)
    return directory / "exported"


@pytest.mark.skipif(not QUIXOTIC.exists(), reason="the command is not built")
def test_a_server_answers_5x5_from_a_host_that_is_far_away(exported: Path) -> None:
    """All moves within half a second, and nothing secret in logs that tell everything."""
    near = quixotic.open("quixo5", db=exported.parent / "solved")
    rng = np.random.default_rng(1)
    # Tiles of both in nearly equal numbers, so that few of them are over.
    tiles = np.array([1] * 12 + [-1] * 12 + [0], dtype=np.int8)
    boards = [near.game.decode(rng.permutation(tiles).reshape(5, 5)) for _ in range(60)]
    asked = [position for position in boards if position.moves][:9]
    for far in served(Far, exported):
        with serving_without_secrets(f"http://me:{SECRET}@{far}/") as site:
            taken = []
            for position in asked:
                begun = time.monotonic()
                told = ask(site, "quixo5", position.text)
                taken.append(time.monotonic() - begun)
                expected = near.probe(position).as_dict()
                assert (told["outcome"], told["moves"]) == (expected["outcome"], expected["moves"])
            assert len(taken) > 5 and statistics.median(taken) < 0.5, taken


@pytest.mark.skipif(not QUIXOTIC.exists(), reason="the command is not built")
def test_a_server_answers_from_a_bucket(bucket: Any) -> None:
    """With requests that are signed, and nothing secret in logs that tell everything."""
    with serving_without_secrets("s3://bucket/games/quixo4") as site:
        for position in POSITIONS:
            told, expected = ask(site, "quixo4", position), HERE.probe(position).as_dict()
            assert (told["outcome"], told["moves"]) == (expected["outcome"], expected["moves"])


def test_secrets_are_not_told(refusing: str, keys: None, capfd: pytest.CaptureFixture[str]) -> None:
    for address in [f"http://me:{SECRET}@{refusing}/x", f"https://host/x?key={SECRET}", f"gs://{SECRET}/x"]:
        with pytest.raises((OSError, ValueError)) as told:
            quixotic.open("quixo4", db=address)
        assert SECRET not in f"{told.value!r} {told.value}"
    out, err = capfd.readouterr()
    assert SECRET not in out + err


def _probe(address: str) -> int:
    plies = _OPENED[address].probe("start").plies
    assert plies is not None
    return plies


_OPENED: dict[str, quixotic.Database] = {}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_after_a_fork(web: str) -> None:
    """The child has no thread of its parent, and makes a connection of its own."""
    address = f"http://{web}"
    _OPENED[address] = quixotic.open("quixo4", db=address, cache=1)
    assert _probe(address) == 21
    with multiprocessing.get_context("fork").Pool(1) as pool:
        assert pool.apply_async(_probe, (address,)).get(60) == 21
    assert _probe(address) == 21
