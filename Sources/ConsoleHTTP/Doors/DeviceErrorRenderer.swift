package import ConsolePlatform
package import HTTPTypes
package import Hummingbird

/// Turns errors into what SDK clients expect: a status that makes them do the right thing, and always a body.
///
/// 403 makes a client throw away its credential, so only ``ConsoleError/Code/credentialRevoked`` becomes one
/// (DeviceServices, sections 1.4 and 4.2.5).
package struct DeviceErrorRenderer: ErrorRenderer {

    /// Made of its parts.
    package init() {
    }

    private struct Body: Encodable {
        let error: String
        let message: String
        let requestId: String
    }

    package func render(_ error: ConsoleError, to request: Request, requestID: String) -> Response {
        let body = Body(error: error.code.rawValue, message: error.message, requestId: requestID)
        return (try? .json(body, status: Self.status(of: error.code))) ?? Response(status: .internalServerError)
    }

    package func renderNoRoute(_ request: Request, requestID: String) -> Response {
        render(
            ConsoleError(.notFound, "Device services have no \(request.uri.path.prefix(200))."), to: request,
            requestID: requestID)
    }

    /// The status for a code.
    package static func status(of code: ConsoleError.Code) -> HTTPResponse.Status {
        switch code {
        case .badRequest, .unprocessable: .badRequest
        case .unauthorized, .forbidden: .unauthorized
        case .credentialRevoked: .forbidden
        case .notFound: .notFound
        case .gone: .gone
        case .methodNotAllowed: .methodNotAllowed
        case .conflict: .conflict
        case .preconditionFailed: .preconditionFailed
        case .misdirected: .misdirectedRequest
        case .notAcceptable: .notAcceptable
        case .payloadTooLarge: .contentTooLarge
        case .tooManyRequests: .tooManyRequests
        case .notServed: .notImplemented
        case .unavailable: .serviceUnavailable
        case .internalError: .internalServerError
        }
    }
}
