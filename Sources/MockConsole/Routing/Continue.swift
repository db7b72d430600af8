import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTPTypes

extension Request {
    /// Says "100 Continue" to a client that sent `Expect: 100-continue`, which otherwise waits, often a second, before it
    /// sends its body.
    ///
    /// To be called once the body is wanted: a request that is refused before leaves the client free not to send it.
    func sendContinue(on channel: any Channel) {
        guard headers[.expect]?.lowercased() == "100-continue" else { return }
        channel.writeAndFlush(HTTPResponsePart.head(HTTPResponse(status: .continue)), promise: nil)
    }
}
