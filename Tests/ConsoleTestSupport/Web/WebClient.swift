import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import NIOFoundationCompat
import Testing

/// A browser without a screen: holds the cookie, follows what forms answer, and reads pages.
final class WebClient {
    /// A page, or another answer.
    struct Answer {
        let status: Int
        let headers: HTTPFields
        let text: String

        /// The text between tags, blanks as one, entities decoded: what a person reads.
        var words: String {
            text.replacing(/<[^>]*>/, with: " ").replacing("&lt;", with: "<").replacing("&gt;", with: ">")
                .replacing("&quot;", with: "\"").replacing("&#39;", with: "'").replacing("&amp;", with: "&")
                .replacing(/\s+/, with: " ")
        }
    }

    private let console: TestConsole
    private var jar: [String: String] = [:]
    /// What it sends as its cookies; empty without one.
    var cookie: String { jar.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "; ") }
    /// Whether it holds a session of the console or of the portal.
    var isSignedIn: Bool { jar.keys.contains { !$0.hasPrefix("mockuem-sign-in-") } }
    /// What forms carry, as the last page said.
    private(set) var formToken = ""

    /// A browser that nobody has signed in with.
    init(_ console: TestConsole) { self.console = console }

    /// Signs in as an administrator.
    func signIn(_ name: String = "admin", _ password: String = "admin") async throws {
        let answer = try await send(
            .post, "/console/sign-in", body: Self.encoded(["name": name, "password": password]))
        try #require(answer.status == 303, "\(answer.words)")
    }

    /// Opens a page.
    ///
    /// - Throws: What the console throws, and if the page is not there.
    func page(_ path: String) async throws -> Answer {
        let answer = try await send(.get, path)
        try #require(answer.status == 200, "\(path): \(answer.status) \(answer.words.prefix(500))")
        if let token = answer.text.firstMatch(of: /name="form-token" content="(?<token>[0-9a-f]+)"/)?.token {
            formToken = String(token)
        }
        return answer
    }

    /// Submits a form of a page as a browser does, and opens the page it leads to.
    ///
    /// - Parameters:
    ///   - action: Where the form is sent.
    ///   - page: The page it stands on.
    ///   - fields: Its fields.
    /// - Returns: The page afterwards.
    /// - Throws: If the form is not on the page, or leads to no page.
    @discardableResult
    func submit(_ action: String, on page: String, _ fields: [String: String] = [:]) async throws -> Answer {
        let before = try await self.page(page)
        let isThere = before.text.contains("action=\"\(Self.escaped(action))\"")
        try #require(isThere, "\(page) has no form for \(action)")
        let sent = ["formToken": formToken, "formPage": page].merging(fields) { _, new in new }
        let answer = try await send(.post, action, body: Self.encoded(sent))
        try #require(answer.status == 303, "\(action): \(answer.status) \(answer.words.prefix(500))")
        return try await self.page(try #require(answer.headers[.location]))
    }

    /// Submits a form with a file as a browser does, and opens the page it leads to.
    ///
    /// - Parameters:
    ///   - action: Where the form is sent.
    ///   - page: The page it stands on.
    ///   - fields: Its fields.
    ///   - file: The file, which stands last; nil if none is chosen.
    ///   - name: The field of the file.
    /// - Returns: The page afterwards.
    /// - Throws: If the form is not on the page, or leads to no page.
    @discardableResult
    func submit(
        _ action: String, on page: String, _ fields: [String: String] = [:], file: ChosenFile?, as name: String
    ) async throws -> Answer {
        let before = try await self.page(page)
        let isThere = before.text.contains("action=\"\(Self.escaped(action))\"")
        try #require(isThere, "\(page) has no form for \(action)")
        let sent = ["formToken": formToken, "formPage": page].merging(fields) { _, new in new }
        let answer = try await send(
            .post, action, headers: ["Content-Type": ChosenFile.type],
            data: ChosenFile.body(sent, file ?? ChosenFile(name: "", data: []), as: name))
        try #require(answer.status == 303, "\(action): \(answer.status) \(answer.words.prefix(500))")
        return try await self.page(try #require(answer.headers[.location]))
    }

    /// Sends a request with the cookie, following nothing.
    func send(
        _ method: HTTPRequest.Method, _ path: String, headers: [String: String] = [:], body: String? = nil,
        data: [UInt8]? = nil
    ) async throws -> Answer {
        var fields: HTTPFields = [.accept: "text/html"]
        if !cookie.isEmpty { fields[.cookie] = cookie }
        if body != nil { fields[.contentType] = "application/x-www-form-urlencoded" }
        for (name, value) in headers {
            if let name = HTTPField.Name(name) { fields[name] = value }
        }
        let response = try await console.client.executeRequest(
            uri: path, method: method, headers: fields,
            body: (data ?? body.map { Array($0.utf8) }).map { ByteBuffer(bytes: $0) })
        if let set = response.headers[.setCookie] {
            let pair = set.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let value = pair.count > 1 ? String(pair[1]) : ""
            jar[String(pair[0])] = value.isEmpty ? nil : value
        }
        return Answer(
            status: response.status.code, headers: response.headers, text: String(buffer: response.body))
    }

    /// Fields as a browser sends them.
    static func encoded(_ fields: [String: String]) -> String {
        let unreserved = CharacterSet.alphanumerics.intersection(CharacterSet(charactersIn: "\u{0}"..."\u{7f}"))
        return fields.sorted { $0.key < $1.key }.map { name, value in
            "\(name.addingPercentEncoding(withAllowedCharacters: unreserved) ?? "")="
                + "\(value.addingPercentEncoding(withAllowedCharacters: unreserved) ?? "")"
        }
        .joined(separator: "&")
    }

    private static func escaped(_ text: String) -> String { text.replacing("&", with: "&amp;") }
}
