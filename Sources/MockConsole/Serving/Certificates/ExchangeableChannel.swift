import ConsolePlatform
import Hummingbird
import HummingbirdCore
import HummingbirdHTTP2
import Logging
import NIOConcurrencyHelpers
import NIOCore

/// What speaks TLS on new connections of a listener; another one takes its place when the certificate is exchanged.
///
/// A connection is set up with one certificate as a whole, and keeps it.
struct ExchangeableChannel: ServerChildChannel {
    typealias Value = HTTP2UpgradeChannel.Value

    /// The one that new connections get.
    let current: NIOLockedValueBox<HTTP2UpgradeChannel>

    /// Connections that are shown a certificate.
    ///
    /// - Throws: What reading the certificate throws, and what the maker throws.
    init(showing identity: ServerIdentity, _ make: CertificateExchange.Maker) throws {
        current = NIOLockedValueBox(try make(identity.configuration()))
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        current.withLockedValue { $0 }.setup(channel: channel, logger: logger)
    }

    func handle(value: Value, logger: Logger) async {
        await current.withLockedValue { $0 }.handle(value: value, logger: logger)
    }
}
