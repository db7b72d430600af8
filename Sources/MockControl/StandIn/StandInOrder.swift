import ConsolePlatform
import DeviceProtocol
import Foundation
import HTTPTypes

/// A request that the console sends in place of an app (MockControl, "Acting as a device").
struct StandInOrder: Sendable {
    /// Names in the body.
    private static let names = ["bundleId", "method", "path", "host", "headers", "body"]
    /// Fields of the head that the signature or the body decides.
    private static let reserved: Set<String> = [
        "host", "authorization", "date", "content-length", "transfer-encoding", "aw-auth-group-id", "aw-device-uid",
        "aw-auth-signature-version", "aw-auth-signature-method", "aw-auth-realm",
    ]

    /// The app; nil for the one that asked for a credential last.
    let bundle: BundleIdentifier?
    let method: HTTPRequest.Method
    /// Path with its query.
    let target: String
    /// Host and port it goes to; nil for those of the request that orders it.
    let host: String?
    private(set) var headers: [(name: String, value: String)] = []
    private(set) var body = Data()

    /// Reads the body of a request.
    ///
    /// - Throws: ``ConsoleError`` `badRequest`.
    init(_ order: JSONValue) throws {
        let members = try MatcherReader().members(of: order, "The body", known: Self.names)
        func text(_ name: String) throws -> String? {
            switch members.first(where: { $0.name == name })?.value {
            case nil, .null?: return nil
            case .string(let text)?: return text
            case let value?: throw ConsoleError(.badRequest, "\(name) has to be a text, not \(value.kindName).")
            }
        }
        bundle = try text("bundleId").map { text in
            guard let bundle = BundleIdentifier(text) else {
                throw ConsoleError(.badRequest, "bundleId is \"\(text.prefix(80))\"; it has to be a bundle identifier.")
            }
            return bundle
        }
        let verb = try text("method")?.uppercased() ?? "GET"
        guard ["GET", "POST", "PUT", "DELETE"].contains(verb), let method = HTTPRequest.Method(verb) else {
            throw ConsoleError(.badRequest, "method is \"\(verb.prefix(20))\"; it has to be GET, POST, PUT or DELETE.")
        }
        self.method = method
        target = try Self.target(try text("path"))
        host = try text("host")
        if let host, host.isEmpty || host.count > 255 || host.contains(where: { !$0.isASCII || $0 == "/" || $0 == " " })
        {
            throw ConsoleError(.badRequest, "host has to be a host, perhaps with a port, such as localhost:8080.")
        }
        if let value = members.first(where: { $0.name == "headers" })?.value { headers = try Self.headers(value) }
        try read(body: members.first { $0.name == "body" }?.value)
    }

    /// A path of device services.
    private static func target(_ path: String?) throws -> String {
        let rule = "path has to be one of device services with its query, such as /deviceservices/analytics."
        guard let path, path.lowercased().hasPrefix("/deviceservices/"), path.utf8.count <= 4096,
            path.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { throw ConsoleError(.badRequest, rule) }
        return path
    }

    private static func headers(_ value: JSONValue) throws -> [(name: String, value: String)] {
        guard case .object(let members) = value, members.count <= 50 else {
            throw ConsoleError(.badRequest, "headers has to be an object of at most 50 texts.")
        }
        return try members.map { member in
            guard HTTPField.Name(member.name) != nil, case .string(let text) = member.value,
                HTTPField.isValidValue(text)
            else {
                throw ConsoleError(.badRequest, "headers.\(member.name.prefix(40)) is no field of a head with a text.")
            }
            guard !reserved.contains(member.name.lowercased()) else {
                throw ConsoleError(.badRequest, "headers.\(member.name) is what the console signs with.")
            }
            return (member.name, text)
        }
    }

    /// Takes a text as it is, and anything else as JSON.
    private mutating func read(body value: JSONValue?) throws {
        switch value {
        case nil, .null?: return
        case .string(let text)?: body = Data(text.utf8)
        case let value?:
            body = value.encoded()
            guard !headers.contains(where: { $0.name.lowercased() == "content-type" }) else { return }
            headers.append(("Content-Type", "application/json; charset=utf-8"))
        }
    }
}
