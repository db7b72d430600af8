import Foundation
import HTTPTypes

/// An operation that a documentation of the real console's admin REST API lists: method, version, path.
struct AdminAddress: Hashable, Sendable, CustomStringConvertible {
    let method: HTTPRequest.Method
    let version: Int
    let path: String

    var description: String { "\(method.rawValue) \(version) \(path)" }

    /// The path with something in place of what it captures: a uuid where its name says so, else a number or a word.
    var target: String {
        path.split(separator: "/").map { segment in
            guard segment.hasPrefix("{") else { return "/" + segment }
            let name = segment.lowercased()
            if name.contains("uuid") || name.contains("guid") { return "/7a0e5d1c-3f1b-4c44-9a66-0f2b1c9d8e7f" }
            return "/" + (Self.words[name] ?? "999999")
        }.joined()
    }

    private static let words = [
        "{platform}": "Apple", "{searchby}": "Udid", "{commandname}": "Lock", "{devicetype}": "Apple",
        "{bundleid}": "com.example.nothing",
    ]

    /// The operations of a documentation, by its year: 2023 has 839 of them, a later one adds to them.
    static func documented(_ year: Int) throws -> [AdminAddress] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "AdminAddresses")
        let text = try String(contentsOf: folder.appending(path: "\(year).tsv"), encoding: .utf8)
        return text.split(separator: "\n").compactMap { line in
            let parts = line.split(separator: "\t").map(String.init)
            guard parts.count == 3, let method = HTTPRequest.Method(parts[0]), let version = Int(parts[1]) else {
                return nil
            }
            return AdminAddress(method: method, version: version, path: parts[2])
        }
    }
}
