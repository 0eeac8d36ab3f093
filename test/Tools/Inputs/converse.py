"""Open files in a language server, and print its diagnostics and what it tells
about the second operation of the first file.

Usage: converse.py SERVER FILE..."""
import json
import pathlib
import subprocess
import sys

server = subprocess.Popen([sys.argv[1]], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL)


def send(**message):
    body = json.dumps({"jsonrpc": "2.0", **message}).encode()
    server.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
    server.stdin.flush()


def receive(is_wanted):
    """The first message from the server for which `is_wanted` holds."""
    while True:
        length = 0
        while (line := server.stdout.readline().strip()):
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        message = json.loads(server.stdout.read(length))
        if is_wanted(message):
            return message


send(id=0, method="initialize", params={"processId": 0, "rootUri": None, "capabilities": {}})
receive(lambda message: message.get("id") == 0)
send(method="initialized", params={})
for index, name in enumerate(sys.argv[2:]):
    path = pathlib.Path(name).resolve()
    send(method="textDocument/didOpen", params={"textDocument": {
        "uri": path.as_uri(), "languageId": "mlir", "version": 1, "text": path.read_text()}})
    said = receive(lambda message: message.get("method") == "textDocument/publishDiagnostics")
    diagnostics = said["params"]["diagnostics"]
    print(f"{path.name}: {len(diagnostics)} diagnostics")
    for diagnostic in diagnostics:
        print(f"line {diagnostic['range']['start']['line'] + 1}: {diagnostic['message']}")
    if index == 0:
        send(id=1, method="textDocument/hover", params={
            "textDocument": {"uri": path.as_uri()}, "position": {"line": 1, "character": 8}})
        answer = receive(lambda message: message.get("id") == 1)
        print("hover:", json.dumps(answer["result"]["contents"]["value"]))
send(id=2, method="shutdown")
receive(lambda message: message.get("id") == 2)
send(method="exit")
sys.exit(server.wait(timeout=60))
