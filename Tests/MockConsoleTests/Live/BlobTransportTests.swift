import Foundation
import Testing

@testable import ConsoleTestSupport

/// Files as clients send and fetch them over a socket (AdminApplications, "Blobs").
@Suite(.enabled(if: Program.isBuilt)) struct BlobTransportTests {
    /// More than is ever held in memory of a body.
    private static let file = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 9) })

    /// Lends a served console, a file, and what curl needs to reach the one with the other.
    private static func withFile(
        _ body: (_ served: ServedProgram, _ folder: String, _ common: [String]) async throws -> Void
    )
        async throws
    {
        try await withServedProgram { served in
            try await withTemporaryFolder { folder in
                try file.write(to: URL(filePath: "\(folder)/Demo.ipa"))
                let token = "Authorization: Bearer \(served.ready["adminToken"] ?? "")"
                try await body(served, folder, ["--cacert", served.ca, "-H", token])
            }
        }
    }

    @Test(
        arguments: TransportTests.versions,
        [[], ["-H", "Transfer-Encoding: chunked"], ["-H", "Expect: 100-continue"]])
    func `A file is uploaded and comes back as it was`(version: (String, String), more: [String]) async throws {
        try await Self.withFile { served, folder, common in
            let blobs = "\(served.https)/api/mam/blobs"
            let sent = try await curl(
                common + [version.0] + more + [
                    "--data-binary", "@\(folder)/Demo.ipa", "-H", "Content-Type: application/octet-stream",
                    "\(blobs)/uploadblob?fileName=Demo.ipa&organizationGroupId=7",
                ])
            #expect(sent.status == 0, "\(sent.errors)")
            let answer = try JSONSerialization.jsonObject(with: Data(sent.output.utf8)) as? [String: Any]
            let uuid = try #require(answer?["uuid"] as? String, "\(sent.output)")
            let back = "\(folder)/back"
            let fetched = try await curl(
                common + [
                    version.0, "-H", "Accept: application/octet-stream", "--output", back, "--write-out",
                    "%{http_code} %{content_type}", "\(blobs)/\(uuid)",
                ])
            #expect(fetched.output == "200 application/octet-stream", "\(fetched.errors)")
            #expect(FileManager.default.contents(atPath: back) == Self.file)
            let head = try await curl(common + [version.0, "--head", "\(blobs)/\(uuid)"])
            #expect(head.output.lowercased().contains("content-length: 3000000"), "\(head.output)")
        }
    }

    @Test func `A file in chunks is merged`() async throws {
        try await Self.withFile { served, folder, common in
            let blobs = "\(served.https)/api/mam/blobs"
            var transaction = ""
            for (index, start) in stride(from: 0, to: Self.file.count, by: 1_000_000).enumerated() {
                let piece = "\(folder)/piece"
                try Self.file[start..<start + 1_000_000].write(to: URL(filePath: piece))
                let sent = try await curl(
                    common + [
                        "-H", "Transfer-Encoding: chunked", "--data-binary", "@\(piece)",
                        "\(blobs)/chunk?chunk_sequence_number=\(index + 1)&transaction_id=\(transaction)",
                    ])
                let answer = try JSONSerialization.jsonObject(with: Data(sent.output.utf8)) as? [String: Any]
                transaction = try #require(answer?["transaction_id"] as? String, "\(sent.output)")
            }
            let merged = try await curl(
                common + [
                    "--data", #"{"transaction_uuid":"\#(transaction)","filename_with_extension":"Demo.ipa"}"#,
                    "\(blobs)/mergechunk",
                ])
            let answer = try JSONSerialization.jsonObject(with: Data(merged.output.utf8)) as? [String: Any]
            let id = try #require(answer?["Value"] as? Int, "\(merged.output)")
            let back = "\(folder)/back"
            _ = try await curl(common + ["--output", back, "\(blobs)/downloadblob/\(id)"])
            #expect(FileManager.default.contents(atPath: back) == Self.file)
        }
    }

    @Test func `A client that may not upload is not told to send`() async throws {
        try await Self.withFile { served, folder, _ in
            let refused = try await curl([
                "--cacert", served.ca, "--http1.1", "--include", "-H", "Expect: 100-continue", "--data-binary",
                "@\(folder)/Demo.ipa", "\(served.https)/api/mam/blobs/uploadblob?fileName=Demo.ipa",
            ])
            #expect(refused.output.hasPrefix("HTTP/1.1 401"), "\(refused.output.prefix(200))")
        }
    }
}
