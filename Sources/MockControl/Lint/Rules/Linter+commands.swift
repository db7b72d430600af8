import DeviceProtocol
import Foundation
import NIOCore

/// Commands and keys.
extension Linter {
    mutating func checkCommands(_ exchange: LintExchange, _ app: LintApp) {
        guard !exchange.isRefused else { return }
        if exchange.call == .storeKey { checkKey(exchange, app) }
        guard exchange.call == .processor,
            let message = try? ProcessorMessage(
                propertyList: Data(exchange.request.body.bytes.readableBytesView))
        else { return }
        if message.status == .idle { checkOpen(exchange, app) } else { close(message, exchange, app) }
        deliver(exchange, app)
    }

    /// An app that asks for work while a command waits for its answer.
    private mutating func checkOpen(_ exchange: LintExchange, _ app: LintApp) {
        guard let open = app.openCommand else { return }
        findings.report(
            "command-unanswered", exchange, entries: [open.delivered, exchange.entry.id],
            "The command \(open.uuid) was delivered, and the app asks for the next one.")
        app.openCommand = nil
    }

    private mutating func close(_ message: ProcessorMessage, _ exchange: LintExchange, _ app: LintApp) {
        let uuid = message.commandUUID.isEmpty ? app.openCommand?.uuid ?? "" : message.commandUUID
        // Not now is no answer yet: the command comes again.
        if message.status != .notNow, !uuid.isEmpty, !app.answeredCommands.insert(uuid).inserted {
            findings.report(
                "command-answered-twice", exchange, "The command \(uuid.prefix(60)) had been answered before.")
        }
        guard app.openCommand?.uuid == uuid else { return }
        if message.status == .acknowledged, let profile = app.openCommand?.profile { app.profile = profile }
        app.openCommand = nil
    }

    /// Takes note of the command in an answer; one that is encrypted cannot be read.
    private mutating func deliver(_ exchange: LintExchange, _ app: LintApp) {
        let body = exchange.entry.response.body
        guard body.byteCount > 0, !body.isTruncated,
            let command = try? CommandMessage(propertyList: Data(body.bytes.readableBytesView))
        else { return }
        var profile: LintProfile?
        switch command.requestType {
        case CommandType.installProfile.rawValue:
            profile = command.command["Payload"]?.dataValue.flatMap { self.profile($0) }
        case CommandType.uploadLogs.rawValue: app.isAskedForLogs = true
        default: break
        }
        app.openCommand = LintApp.Command(uuid: command.uuid, delivered: exchange.entry.id, profile: profile)
    }

    private mutating func checkKey(_ exchange: LintExchange, _ app: LintApp) {
        // Without the secret nobody knows whether two keys are the same.
        let sent = exchange.entry.original ?? exchange.request
        guard !sent.isRedacted, !sent.body.isTruncated else { return }
        let body = Data(sent.body.bytes.readableBytesView)
        if let before = app.escrowedKey, before.body == body, exchange.at - before.mark.at < 86_400_000 {
            findings.report(
                "key-escrowed-twice", exchange, entries: [before.mark.id, exchange.entry.id],
                "The same key was stored \((exchange.at - before.mark.at) / 1000) s before.")
        }
        app.escrowedKey = (exchange.mark, body)
    }
}
