package import ConsolePlatform
import HTTPTypes
package import Hummingbird

/// Turns errors into a small HTML page.
package struct PageErrorRenderer: ErrorRenderer {

    /// Made of its parts.
    package init() {
    }

    package func render(_ error: ConsoleError, to request: Request, requestID: String) -> Response {
        let status = Self.status(of: error)
        let page = """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(status.code) \(status.reasonPhrase)</title>
            <link rel="stylesheet" href="/public/console.css">
            <link rel="icon" href="/public/icon.svg" type="image/svg+xml"></head>
            <body><main><h1>\(status.code) \(status.reasonPhrase)</h1>
            <p>\(Self.escaped(error.message))</p><p><a href="/">Start page</a> · request \(requestID)</p></main></body></html>

            """
        return .page(page, status: status)
    }

    /// The status of a page that is refused.
    package static func status(of error: ConsoleError) -> HTTPResponse.Status {
        // Only to clients of device services a 403 means something of its own.
        error.code == .forbidden ? .forbidden : DeviceErrorRenderer.status(of: error.code)
    }

    package func renderNoRoute(_ request: Request, requestID: String) -> Response {
        render(
            ConsoleError(.notFound, "There is no page \(request.uri.path.prefix(200))."), to: request,
            requestID: requestID)
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
