import ConsolePlatform
import Foundation
import HummingbirdHTTP2
import Logging
import NIOConcurrencyHelpers
import NIOSSL
import ServiceLifecycle
import UnixSignals

/// Shows another certificate on new connections once the operator's files have changed, without a restart.
///
/// Programs that renew certificates write two files one after the other: a pair that does not fit is looked at again
/// before anybody hears of it, and as long as it does not fit, the one before is shown.
final class CertificateExchange: Service {
    /// Makes what speaks TLS on a listener.
    typealias Maker = @Sendable (TLSConfiguration) throws -> HTTP2UpgradeChannel

    private struct State {
        /// What new connections are shown.
        var identity: ServerIdentity
        /// The listeners.
        var channels: [(current: NIOLockedValueBox<HTTP2UpgradeChannel>, make: Maker)] = []
        /// Why the files cannot be used, and at how many looks they could not.
        var problem = (message: "", looks: 0)
    }

    private let files: ConsoleConfiguration.CertificateFiles
    /// Waits until it is time to look again; nil never looks by itself.
    private let pause: (@Sendable () async throws -> Void)?
    private let followsSignals: Bool
    private let logger: Logger
    private let state: NIOLockedValueBox<State>

    /// An exchange of the operator's files.
    ///
    /// - Parameters:
    ///   - identity: What the files had at the start.
    ///   - files: Where they are.
    ///   - followsSignals: Whether SIGHUP is a reason to look.
    ///   - logger: Is told of exchanges, and of files that cannot be used.
    ///   - pause: Waits until it is time to look again; nil never looks by itself.
    init(
        _ identity: ServerIdentity, files: ConsoleConfiguration.CertificateFiles, followsSignals: Bool, logger: Logger,
        pause: (@Sendable () async throws -> Void)?
    ) {
        self.files = files
        self.followsSignals = followsSignals
        self.logger = logger
        self.pause = pause
        state = NIOLockedValueBox(State(identity: identity))
    }

    /// A listener's connections, which are shown what is the newest.
    ///
    /// - Throws: What the maker throws.
    func channel(_ make: @escaping Maker) throws -> ExchangeableChannel {
        try state.withLockedValue { state in
            let channel = try ExchangeableChannel(showing: state.identity, make)
            state.channels.append((channel.current, make))
            return channel
        }
    }

    /// Looks again and again until the console stops.
    func run() async throws {
        await cancelWhenGracefulShutdown { [self] in
            await withTaskGroup(of: Void.self) { group in
                if let pause {
                    group.addTask {
                        while (try? await pause()) != nil, !Task.isCancelled { self.look(isAsked: false) }
                    }
                }
                if followsSignals {
                    group.addTask {
                        for await _ in await UnixSignalsSequence(trapping: .sighup) { self.look(isAsked: true) }
                    }
                }
                await group.waitForAll()
            }
        }
    }

    /// Looks at the files, and shows them from now on if they are others than before and fit together.
    ///
    /// - Parameter isAsked: Whether somebody waits for a word about it.
    func look(isAsked: Bool) {
        state.withLockedValue { state in
            do {
                let found = try state.identity.reread(certificateFile: files.certificate, keyFile: files.key)
                if let found { try show(found, &state) }
                state.problem = ("", 0)
                if found == nil, isAsked { logger.notice("The certificate of the HTTPS port is still the same") }
            } catch {
                refuse((error as? ConsoleError)?.message ?? "\(error)", isAsked, &state)
            }
        }
    }

    private func show(_ identity: ServerIdentity, _ state: inout State) throws {
        let configuration = try identity.configuration()
        // All of them are made before the first is shown.
        let made = try state.channels.map { try $0.make(configuration) }
        for (channel, new) in zip(state.channels, made) { channel.current.withLockedValue { $0 = new } }
        state.identity = identity
        var metadata: Logger.Metadata = ["names": "\(identity.names.joined(separator: ", "))"]
        if let end = identity.validUntil { metadata["valid_until"] = "\(Timestamp(end))" }
        logger.notice("The certificate of the HTTPS port was exchanged; new connections see it", metadata: metadata)
    }

    /// Says once that files cannot be used: at the second look, unless somebody waits for it.
    private func refuse(_ message: String, _ isAsked: Bool, _ state: inout State) {
        let looks = state.problem.message == message ? state.problem.looks + 1 : 1
        state.problem = (message, looks)
        guard isAsked || looks == 2 else { return }
        logger.warning(
            "The new certificate of the HTTPS port cannot be used; the one before is still shown",
            metadata: ["reason": "\(message)"])
    }
}
