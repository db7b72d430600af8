import ConsolePlatform
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOFoundationCompat

/// A request for a token (AdminAPI, "OAuth"; RFC 6749, section 4.4).
struct OAuthTokenRequest: Sendable {
    /// Id and secret of the client, as they are and without escapes.
    let spellings: [BasicCredentials]

    /// Reads a form and the header `Authorization`.
    ///
    /// - Throws: ``OAuthTokenError``.
    init(_ form: FormFields, authorization: String?) throws {
        switch form["grant_type"] {
        case "client_credentials": break
        case nil, "": throw OAuthTokenError(.invalidRequest, "Send a form with grant_type=client_credentials.")
        default: throw OAuthTokenError(.unsupportedGrantType, "Only grant_type=client_credentials is served.")
        }
        guard form["scope"] ?? "" == "" else {
            throw OAuthTokenError(.invalidScope, "There are no scopes: what a client may do is its role.")
        }
        guard let authorization else {
            guard let id = form["client_id"], !id.isEmpty, let secret = form["client_secret"] else {
                throw OAuthTokenError(.invalidClient, "client_id or client_secret is missing.")
            }
            spellings = [BasicCredentials(name: id, password: secret)]
            return
        }
        let parts = authorization.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "basic", let basic = BasicCredentials(base64: parts[1]) else {
            throw OAuthTokenError(.invalidClient, "Authorization has to be Basic with client id and secret.")
        }
        // The RFC wants both escaped as in a form; many clients do not.
        spellings = [basic] + [basic.unescaped(), basic.unescaped(plusIsBlank: true)].compactMap { $0 }
        guard let id = form["client_id"], !id.isEmpty else { return }
        guard spellings.contains(where: { $0.name == id }) else {
            throw OAuthTokenError(.invalidRequest, "client_id differs between body and Authorization.")
        }
    }
}

/// Why there is no token, in OAuth's own words (RFC 6749, section 5.2).
struct OAuthTokenError: Error {
    /// The words.
    enum Code: String, Sendable {
        case invalidRequest = "invalid_request"
        case invalidClient = "invalid_client"
        case unsupportedGrantType = "unsupported_grant_type"
        case invalidScope = "invalid_scope"
        case temporarilyUnavailable = "temporarily_unavailable"
        case serverError = "server_error"
    }

    let code: Code
    let description: String
    let status: HTTPResponse.Status
    var headers: [String: String] = [:]

    /// An error with the status that goes with its word.
    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
        status = code == .invalidClient ? .unauthorized : .badRequest
    }

    /// The same for an error of the console.
    init(_ error: ConsoleError) {
        (code, status) =
            switch error.code {
            case .unauthorized: (.invalidClient, .unauthorized)
            case .tooManyRequests: (.temporarilyUnavailable, .tooManyRequests)
            case .unavailable: (.temporarilyUnavailable, .serviceUnavailable)
            case .payloadTooLarge: (.invalidRequest, .contentTooLarge)
            case .internalError: (.serverError, .internalServerError)
            default: (.invalidRequest, .badRequest)
            }
        description = error.message
        headers = error.headers
    }
}

extension Response {
    private struct Token: Encodable {
        let access_token: String
        let token_type = "Bearer"
        let expires_in: Int64
    }

    private struct Refusal: Encodable {
        let error: String
        let error_description: String
    }

    /// The answer with a token.
    static func oauth(token: String, lifetime: Int64) throws -> Response {
        try oauth(Token(access_token: token, expires_in: lifetime), status: .ok)
    }

    /// The answer without one.
    static func oauth(_ error: OAuthTokenError) throws -> Response {
        var response = try oauth(
            Refusal(error: error.code.rawValue, error_description: error.description), status: error.status)
        for (name, value) in error.headers {
            if let name = HTTPField.Name(name) { response.headers[name] = value }
        }
        return response
    }

    /// The spelling of the media type is the one by which clients of the real token service distinguish its answers
    /// from those of the API.
    private static func oauth(_ body: some Encodable, status: HTTPResponse.Status) throws -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var response = bytes(
            ByteBuffer(data: try encoder.encode(body)), type: "application/json; charset=UTF-8", status: status)
        response.headers[.cacheControl] = "no-store"
        return response
    }
}
