import Foundation
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole

/// Uploads that are under way when everything is replaced (Snapshots).
@Suite(.enabled(if: Program.isBuilt)) struct RestoreUploadTests {
    /// Sends half a body that the console has asked for, resets the console meanwhile, and says the status line of the
    /// answer, once without the rest of the body.
    private static let client = #"""
        import socket, ssl, sys, urllib.request
        way, http, https, ca, token = sys.argv[1:]
        host, port = (http if way == "http" else https).split("//")[1].split(":")
        link = socket.create_connection((host, int(port)), 600)
        if way == "https":
            link = ssl.create_default_context(cafile=ca).wrap_socket(link, server_hostname="localhost")
        link.sendall(b"POST /deviceservices/AuthenticationEndpoint.aws HTTP/1.1\r\nHost: localhost\r\n"
                     b"Content-Type: application/json\r\nContent-Length: 9000\r\n"
                     b"Expect: 100-continue\r\n\r\n")
        invited = b""
        while b"\r\n\r\n" not in invited:
            invited += link.recv(1)
        print(invited.split(b"\r\n")[0].decode())
        link.sendall(b"{" * 1000)
        reset = urllib.request.Request(http + "/_mock/reset", b"", {"Authorization": "Bearer " + token}, method="POST")
        print(urllib.request.urlopen(reset, timeout=600).status)
        answer = b""
        while b"\r\n\r\n" not in answer:
            piece = link.recv(4096)
            if not piece: break
            answer += piece
        print(answer.split(b"\r\n")[0].decode())
        print("retry-after: 1" in answer.decode().lower())
        """#

    @Test(arguments: ["http", "https"])
    func `An upload that stalls is refused at once, and not only once its body is complete`(way: String) async throws {
        try await withServedProgram(["--ephemeral", "--set", "http.stallTimeout=3600"]) { served in
            let result = try await run(
                "/usr/bin/env",
                [
                    "python3", "-c", Self.client, way, served.http, served.https, served.ca,
                    served.ready["adminToken"] ?? "",
                ])
            #expect(
                result.output == "HTTP/1.1 100 Continue\n200\nHTTP/1.1 503 Service Unavailable\nTrue\n",
                "\(result.output) \(result.errors)")
        }
    }
}
