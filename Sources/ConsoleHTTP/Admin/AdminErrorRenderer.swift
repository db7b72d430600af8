package import ConsolePlatform
import HTTPTypes
package import Hummingbird

/// Turns errors into the admin REST API's shape: `errorCode`, `message`, `activityId`.
///
/// Paths below `/api` that do not exist answer an HTML page, as the web server of a real console does.
package struct AdminErrorRenderer: ErrorRenderer {

    /// Made of its parts.
    package init() {
    }

    private struct Body: Encodable, Sendable {
        let errorCode: Int
        let message: String
        let activityId: String
        let details: [String]?
    }

    package func render(_ error: ConsoleError, to request: Request, requestID: String) -> Response {
        let (status, number) = Self.status(of: error.code)
        let body = Body(
            errorCode: error.number ?? number, message: error.message, activityId: requestID,
            details: error.details.isEmpty ? nil : error.details)
        let answer = AdminAnswer.body(body, root: "AirWatchFaultContract", status: status)
        let isXML = AdminRequestedForm(request)?.media == .xml && !Self.isOurs(request)
        return (try? answer.response(isXML ? .xml : .json)) ?? Response(status: .internalServerError)
    }

    package func renderNoRoute(_ request: Request, requestID: String) -> Response {
        if Self.isOurs(request) {
            return render(
                ConsoleError(.notFound, "There is no \(request.uri.path.prefix(200))."), to: request,
                requestID: requestID)
        }
        let page =
            "<!DOCTYPE html>\n<html lang=\"en\"><head><title>404</title></head><body><h1>Not found</h1></body></html>\n"
        return .page(page, status: .notFound)
    }

    /// Whether a request is for a route below `/_mock`.
    private static func isOurs(_ request: Request) -> Bool {
        request.uri.path.drop { $0 == "/" }.lowercased().hasPrefix("_mock")
    }

    /// Status and error number for a code.
    static func status(of code: ConsoleError.Code) -> (HTTPResponse.Status, Int) {
        switch code {
        case .badRequest: (.badRequest, 400)
        case .unauthorized: (.unauthorized, 1005)
        case .credentialRevoked: (.forbidden, 1013)
        case .forbidden: (.forbidden, 1011)
        case .notFound: (.notFound, 404)
        case .gone: (.gone, 410)
        case .methodNotAllowed: (.methodNotAllowed, 405)
        case .conflict: (.conflict, 409)
        case .preconditionFailed: (.preconditionFailed, 412)
        case .misdirected: (.misdirectedRequest, 421)
        case .notAcceptable: (.notAcceptable, 406)
        case .payloadTooLarge: (.contentTooLarge, 413)
        case .unprocessable: (.unprocessableContent, 422)
        case .tooManyRequests: (.tooManyRequests, 429)
        case .notServed: (.notImplemented, 501)
        case .unavailable: (.serviceUnavailable, 1000)
        case .internalError: (.internalServerError, 1000)
        }
    }
}
