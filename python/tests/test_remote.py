"""Databases on other machines: moto as S3, and web servers that behave and do not."""

from __future__ import annotations

import json
import multiprocessing
import os
import re
import socket
import ssl
import statistics
import subprocess
import threading
import time
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from http.server import BaseHTTPRequestHandler, SimpleHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from urllib.request import ProxyHandler, Request, build_opener, urlopen

import numpy as np
import pytest
from processes import output, started

import quixotic

boto3 = pytest.importorskip("boto3")
# Moto needs it, too.
pytest.importorskip("cryptography")
moto_server = pytest.importorskip("moto.server")

ROOT = Path(__file__).parents[2]
QUIXOTIC = ROOT / "target/debug/quixotic"
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


@pytest.fixture(scope="module")
def s3() -> Iterator[Any]:
    """A client of S3 in this process."""
    server = moto_server.ThreadedMotoServer(port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    endpoint = f"http://{host.replace('0.0.0.0', '127.0.0.1')}:{port}"
    yield boto3.client("s3", endpoint_url=endpoint, aws_access_key_id="somebody", aws_secret_access_key=SECRET, region_name="us-east-1")
    server.stop()


def upload(s3: Any, bucket: str, game: str, directory: Path) -> None:
    """Puts a database into a new bucket, below `games`."""
    s3.create_bucket(Bucket=bucket)
    for path in directory.glob("*.qxc"):
        s3.put_object(Bucket=bucket, Key=f"games/{game}/{path.name}", Body=path.read_bytes())


@pytest.fixture(scope="module")
def shared_bucket(s3: Any, files: Path) -> Any:
    upload(s3, "bucket", "quixo4", files)
    return s3


@pytest.fixture
def bucket(keys: None, shared_bucket: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A client of S3 with a database in `bucket`, below `games/quixo4`, that no test changes."""
    monkeypatch.setenv("AWS_ENDPOINT_URL", shared_bucket.meta.endpoint_url)
    return shared_bucket


def test_s3(bucket: Any) -> None:
    assert_same(quixotic.open("quixo4", db="s3://bucket/games/quixo4"))


@pytest.mark.skipif(not QUIXOTIC.exists(), reason="the command is not built")
def test_s3_with_a_manifest(bucket: Any, tmp_path: Path) -> None:
    """The manifest of `quixotic export` says what is in the files, so that their headers are not read."""
    output([str(QUIXOTIC), "export", "quixo4", str(tmp_path / "export"), "--quiet"])
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


def test_s3_without_keys(bucket: Any, files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Requests are not signed then, and nobody is asked for keys: a bucket that is not public refuses."""
    monkeypatch.delenv("AWS_ACCESS_KEY_ID")
    monkeypatch.delenv("AWS_SECRET_ACCESS_KEY")
    upload(bucket, "public", "quixo4", files)
    bucket.put_bucket_acl(Bucket="public", ACL="public-read")
    with pytest.raises(OSError, match="refuses access .403 Forbidden.; keys are taken from AWS_ACCESS_KEY_ID"):
        quixotic.open("quixo4", db="s3://public/games/quixo4").probe("start")
    for listed in bucket.list_objects_v2(Bucket="public")["Contents"]:
        bucket.put_object_acl(Bucket="public", Key=listed["Key"], ACL="public-read")
    assert_same(quixotic.open("quixo4", db="s3://public/games/quixo4"))
    # Head and body are two packets, and the second does not wait for the first to arrive.
    disable_nagle_algorithm = True


def test_s3_file_is_replaced(bucket: Any, files: Path) -> None:
    """All parts come from one file: a read of another one is refused."""
    upload(bucket, "replaced", "quixo4", files)
    db = quixotic.open("quixo4", db="s3://replaced/games/quixo4", cache=1)
    before = db.probe("start").plies
    assert before == 21
    body = bytearray((files / "c00-01.qxc").read_bytes())
    body[-40] ^= 1
    bucket.put_object(Bucket="replaced", Key="games/quixo4/c00-01.qxc", Body=bytes(body))
    with pytest.raises(OSError, match="was replaced on the host while it was read"):
        db.probe("start")


class Ranges(SimpleHTTPRequestHandler):
    """A web server that knows ranges, which Python's does not."""

    protocol_version = "HTTP/1.1"
    # Or a body waits until its head has been acknowledged, for 40 ms.
    disable_nagle_algorithm = True

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


def served(handler: Any, directory: Path, tls: ssl.SSLContext | None = None) -> Iterator[str]:
    def made(*args: Any) -> Any:
        return handler(*args, directory=str(directory)) if issubclass(handler, SimpleHTTPRequestHandler) else handler(*args)

    server = ThreadingHTTPServer(("127.0.0.1", 0), made)
    if tls is not None:
        server.socket = tls.wrap_socket(server.socket, server_side=True)
    # Clients go away in the middle of an answer that they do not like.
    server.handle_error = lambda *_: None  # type: ignore[method-assign]
    # It looks for its end a hundred times a second.
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
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


def certificate(directory: Path) -> Path:
    """A file with a certificate of this machine, signed by itself, and its key."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, directory.name)])
    made = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
    made = made.not_valid_before(datetime.now() - timedelta(days=2)).not_valid_after(datetime.now() + timedelta(days=2))
    address = x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))])
    signed = made.add_extension(address, critical=False).sign(key, hashes.SHA256())
    encoding, form = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
    path = directory / "certificate.pem"
    path.write_bytes(signed.public_bytes(encoding) + key.private_bytes(encoding, form, serialization.NoEncryption()))
    return path


@pytest.fixture
def encrypted(files: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A web server with a certificate that the system trusts."""
    path = certificate(tmp_path)
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(path)
    monkeypatch.setenv("SSL_CERT_FILE", str(path))
    monkeypatch.delenv("SSL_CERT_DIR", raising=False)
    yield from served(Ranges, files, tls)


def test_encrypted_web(encrypted: str, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """A certificate that the system does not trust is refused."""
    assert_same(quixotic.open("quixo4", db=f"https://{encrypted}"))
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate(tmp_path_factory.mktemp("other"))))
    with pytest.raises(OSError, match="cannot be reached: invalid peer certificate"):
        quixotic.open("quixo4", db=f"https://{encrypted}")


class Proxy(BaseHTTPRequestHandler):
    """Passes on what it is asked to, and notes whom it was asked for by whom."""

    noted: list[tuple[str, str]] = []

    def note(self) -> None:
        self.noted.append((self.requestline, self.headers.get("Proxy-Authorization", "")))

    def do_CONNECT(self) -> None:
        self.note()
        host, port = self.path.split(":")
        with socket.create_connection((host, int(port))) as there:
            self.send_response(200)
            self.end_headers()
            back = threading.Thread(target=self.pass_on, args=(there, self.connection))
            back.start()
            self.pass_on(self.connection, there)
            back.join()

    @staticmethod
    def pass_on(source: socket.socket, target: socket.socket) -> None:
        # Either side may end it.
        with suppress(OSError):
            while data := source.recv(1 << 16):
                target.sendall(data)
            target.shutdown(socket.SHUT_WR)

    def do_GET(self) -> None:
        self.note()
        headers = {name: self.headers[name] for name in ("Range",) if name in self.headers}
        # It asks without a proxy.
        with build_opener(ProxyHandler({})).open(Request(self.path, headers=headers)) as answer:
            self.send_response(answer.status)
            for name in ("Content-Length", "Content-Range"):
                if name in answer.headers:
                    self.send_header(name, answer.headers[name])
            self.end_headers()
            self.wfile.write(answer.read())

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def proxy(files: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The proxy of the environment."""
    for name in [name for name in os.environ if name.lower().endswith("_proxy")]:
        monkeypatch.delenv(name)
    Proxy.noted.clear()
    for address in served(Proxy, files):
        for name in ("HTTP_PROXY", "HTTPS_PROXY"):
            monkeypatch.setenv(name, f"http://me:{SECRET}@{address}")
        yield address


def test_proxy(proxy: str, web: str, encrypted: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """All requests pass through it: as they are, or encrypted in a tunnel."""
    login = "Basic " + b64encode(f"me:{SECRET}".encode()).decode()
    for address, line in [(f"http://{web}", f"GET http://{web}/manifest.json HTTP/1.1"), (f"https://{encrypted}", f"CONNECT {encrypted} HTTP/1.1")]:
        assert_same(quixotic.open("quixo4", db=address))
        assert Proxy.noted[0] == (line, login) and all(noted[1] == login for noted in Proxy.noted)
        Proxy.noted.clear()
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    assert_same(quixotic.open("quixo4", db=f"http://{web}"))
    assert not Proxy.noted


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
    with started(arguments, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as server:
        assert server.stdout is not None
        yield server.stdout.readline().strip()
        server.terminate()
        out, log = server.communicate(timeout=30)
    assert server.returncode == 0 and "TRACE asked a host" in log and SECRET not in out + log


def ask(site: str, position: str) -> Any:
    with urlopen(f"{site}/api/quixo5?{urlencode({'position': position})}", timeout=60) as answer:
        return json.load(answer)


class Far(Ranges):
    """A host that takes 20 ms for each answer."""

    def do_GET(self) -> None:
        time.sleep(0.02)
        super().do_GET()


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The two upper levels of 5×5, as `quixotic export` makes them ready for a web server."""
    # Solved once: the next time all of it is there.
    solved = ROOT / "target/tmp/python-quixo5"
    quixotic.solve("quixo5", solved, until=24)
    exported = tmp_path_factory.mktemp("quixo5") / "exported"
    output([str(QUIXOTIC), "export", "quixo5", str(exported), "--db", str(solved), "--quiet"])
    return exported


def assert_answers_5x5(site: str, exported: Path) -> list[float]:
    """How long the server takes to answer as the files do. It has no other values of positions with so many tiles."""
    near = quixotic.open("quixo5", db=exported)
    rng = np.random.default_rng(1)
    # Tiles of both in nearly equal numbers, so that few of them are over.
    tiles = np.array([1] * 12 + [-1] * 12 + [0], dtype=np.int8)
    boards = [near.game.decode(rng.permutation(tiles).reshape(5, 5)) for _ in range(60)]
    asked = [position for position in boards if position.moves][:9]
    taken = []
    for position in asked:
        begun = time.monotonic()
        told = ask(site, position.text)
        taken.append(time.monotonic() - begun)
        expected = near.probe(position).as_dict()
        assert expected["outcome"] != "open"
        assert (told["outcome"], told["moves"]) == (expected["outcome"], expected["moves"])
    return taken


@pytest.mark.skipif(not QUIXOTIC.exists(), reason="the command is not built")
def test_a_server_answers_5x5_from_a_host_that_is_far_away(exported: Path) -> None:
    """All moves within half a second, and nothing secret in logs that tell everything."""
    for far in served(Far, exported):
        with serving_without_secrets(f"http://me:{SECRET}@{far}/") as site:
            taken = assert_answers_5x5(site, exported)
            assert len(taken) > 5 and statistics.median(taken) < 0.5, taken


@pytest.mark.skipif(not QUIXOTIC.exists(), reason="the command is not built")
def test_a_server_answers_5x5_from_a_bucket(bucket: Any, exported: Path) -> None:
    """With requests that are signed, and nothing secret in logs that tell everything."""
    upload(bucket, "large", "quixo5", exported)
    with serving_without_secrets("s3://large/games/quixo5") as site:
        assert_answers_5x5(site, exported)


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
