"""The page's side of the session protocol (docs/session-protocol.md), over a WebSocket of the plainest kind."""

import base64
import json
import os
import socket
import struct
import time

PATIENCE = 300  # seconds: that a machine is busy is no fault


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Session:
    def __init__(self, connection):
        self.connection, self.buffer, self.number = connection, b"", 0

    @staticmethod
    def connect(port):
        """Waits for a server that is just starting."""
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                connection = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
                break
            except OSError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.02)
        session = Session(connection)
        key = base64.b64encode(os.urandom(16)).decode()
        connection.sendall((f"GET /session HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
                            f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
                            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: causeway\r\n\r\n").encode())
        head = session.read_until(b"\r\n\r\n")
        if b" 101 " not in head:
            raise ConnectionError(head.decode(errors="replace"))
        return session

    def more(self):
        received = self.connection.recv(65536)
        if not received:
            raise ConnectionError("the server has closed the connection")
        self.buffer += received

    def read_until(self, end):
        while end not in self.buffer:
            self.more()
        head, self.buffer = self.buffer.split(end, 1)
        return head

    def take(self, count):
        while len(self.buffer) < count:
            self.more()
        taken, self.buffer = self.buffer[:count], self.buffer[count:]
        return taken

    @staticmethod
    def frame(message, kind=0x81):
        """A masked frame, of text or of another kind."""
        data, mask = message.encode() if isinstance(message, str) else message, os.urandom(4)
        length = (struct.pack("!B", 0x80 | len(data)) if len(data) < 126 else struct.pack("!BH", 0x80 | 126, len(data)))
        return bytes([kind]) + length + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(data))

    def read_message(self):
        text = b""
        while True:
            first, second = self.take(2)
            length = second & 0x7F
            if length == 126:
                length, = struct.unpack("!H", self.take(2))
            elif length == 127:
                length, = struct.unpack("!Q", self.take(8))
            data = self.take(length)
            if first & 0x0F == 9:  # are we still there?
                self.connection.sendall(self.frame(data, 0x8A))
            if first & 0x0F in (0, 1):
                text += data
                if first & 0x80:
                    return json.loads(text)

    def ask(self, do, **fields):
        self.number += 1
        self.connection.sendall(self.frame(json.dumps({"id": self.number, "do": do, **fields})))
        while True:
            answer = self.read_message()
            if answer.get("event") == "bye":
                raise ConnectionError(answer["error"])
            if answer.get("id") == self.number:
                if not answer["ok"]:
                    raise ConnectionError(answer["error"])
                return answer

    def close(self):
        self.connection.close()
