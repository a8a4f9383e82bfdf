#!/usr/bin/env python3
"""versions.py HOST:PORT PORT: hands all calls to PORT of this machine on to a server for remote
execution at HOST:PORT, and tells clients that it also speaks version 2.0 of the protocol.

Bazel 7 speaks no other, BuildBox 1.4 says that it begins at 2.1, which differs in what is
deprecated. SIGTERM prints what passed: actions, the seconds of the longest, and the bytes to and
from the server.
"""

import signal
import sys
import threading
import time
from concurrent import futures

import grpc

CAPABILITIES = "/build.bazel.remote.execution.v2.Capabilities/GetCapabilities"
EXECUTE = "/build.bazel.remote.execution.v2.Execution/Execute"
# ServerCapabilities.low_api_version (field 4), a SemVer of major 2 and minor 0. Of a field that
# comes twice the last one counts.
LOW_IS_2_0 = bytes([4 << 3 | 2, 4, 1 << 3, 2, 2 << 3, 0])
# Of metadata that the transport sets itself.
OWN = ("user-agent", "grpc-", ":")
UNLIMITED = [("grpc.max_receive_message_length", -1), ("grpc.max_send_message_length", -1)]
# Bazel keeps a call open for each action that runs, and more for what it reads and writes.
THREADS = 128


class Passed:
    """What passed, counted on many threads."""

    def __init__(self):
        self.lock = threading.Lock()
        self.actions = self.up = self.down = 0
        self.longest = 0.0

    def add(self, up=0, down=0, seconds=None):
        with self.lock:
            self.up += up
            self.down += down
            if seconds is not None:
                self.actions += 1
                self.longest = max(self.longest, seconds)

    def text(self):
        return (f"{self.actions} actions, the longest {self.longest:.1f} s, "
                f"{self.up / 1e6:.1f} MB up, {self.down / 1e6:.1f} MB down")


class HandOn(grpc.GenericRpcHandler):
    """Every call as streams of bytes, which one message is as well."""

    def __init__(self, channel, passed):
        self.channel, self.passed = channel, passed

    def service(self, handler_call_details):
        method = handler_call_details.method
        hand_on = self.channel.stream_stream(method)

        def requests(messages):
            for message in messages:
                self.passed.add(up=len(message))
                yield message

        def run(messages, context):
            begin = time.monotonic()
            metadata = context.invocation_metadata()
            call = hand_on(requests(messages),
                           metadata=[pair for pair in metadata if not pair[0].startswith(OWN)])
            context.add_callback(call.cancel)
            try:
                for message in call:
                    self.passed.add(down=len(message))
                    yield message + LOW_IS_2_0 if method == CAPABILITIES else message
            except grpc.RpcError as error:
                context.set_trailing_metadata(call.trailing_metadata() or ())
                context.abort(error.code(), error.details())
            if method == EXECUTE:
                self.passed.add(seconds=time.monotonic() - begin)

        return grpc.stream_stream_rpc_method_handler(run)


def main():
    server_at, port = sys.argv[1:]
    passed = Passed()
    with grpc.insecure_channel(server_at, options=UNLIMITED) as channel:
        server = grpc.server(futures.ThreadPoolExecutor(THREADS), options=UNLIMITED,
                             handlers=[HandOn(channel, passed)])
        if server.add_insecure_port(f"127.0.0.1:{port}") == 0:
            sys.exit(f"port {port} is taken")
        signal.signal(signal.SIGTERM, lambda *_: server.stop(0))
        server.start()
        server.wait_for_termination()
    print(passed.text(), flush=True)


if __name__ == "__main__":
    main()
