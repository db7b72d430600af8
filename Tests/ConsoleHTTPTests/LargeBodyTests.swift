import ConsolePlatform
import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@testable import ConsoleHTTP

/// Requests with large bodies are answered apart from those that are answered soon (Security, "Dear requests").
struct LargeBodyTests {
    private func request(_ method: HTTPRequest.Method, length: String?) -> Request {
        var fields = HTTPFields()
        if let length { fields[.contentLength] = length }
        return Request(
            head: HTTPRequest(method: method, scheme: "http", authority: "a", path: "/_mock/x", headerFields: fields),
            body: RequestBody(buffer: ByteBuffer()))
    }

    @Test(arguments: [
        (HTTPRequest.Method.post, "8191" as String?, false), (.post, "8192", true), (.put, "70000000", true),
        (.post, "0", false), (.post, "99999999999999999999999", true), (.get, "8192", true),
        // HTTP/2 and chunks say no length.
        (.post, nil, true), (.patch, nil, true), (.get, nil, false), (.head, nil, false), (.delete, nil, false),
    ])
    func `A body counts as large by its length, or if that is not known`(
        method: HTTPRequest.Method, length: String?, isLarge: Bool
    ) {
        #expect(ConsoleResponder.mayBeLarge(request(method, length: length)) == isLarge)
    }
}
