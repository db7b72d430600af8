import ConsoleHTTP
import ConsoleModel
import ConsolePlatform

/// A message as `/_mock` shows it (AdminAPI, "Records").
struct DeviceMessageBody: Encodable, Sendable {
    let id: Int64?
    let sentAt: Timestamp
    let device: String?
    let bundleId: String?
    let user: String?
    let group: String?
    /// `push`, `email` or `sms`.
    let channel: String
    let text: String
    /// The app it is for.
    let application: String
    /// Where it would go.
    let recipient: String
    /// Name of the administrator.
    let sender: String
    /// Whether it could be pushed when it was ordered.
    let push: PushVerdictBody?

    /// The body for a message.
    init(_ row: RecordRow<DeviceMessageRecord>) {
        let record = row.record
        (id, sentAt) = (record.id, record.sentAt)
        (device, bundleId) = (row.origin.device, row.origin.bundle)
        (user, group) = (row.origin.user, row.origin.group)
        channel = record.channel
        text = record.text
        application = record.application
        (recipient, sender) = (record.recipient, record.sender)
        push = record.push.map(PushVerdictBody.init)
    }
}

extension RecordMockController where Record == DeviceMessageRecord, Body == DeviceMessageBody {
    /// Messages to users of devices, read back: `/_mock/messages`, which also takes `channel`.
    static func messages(_ archive: RecordArchive<DeviceMessageRecord>, pageLimit: Int) -> Self {
        Self(
            name: "messages", archive: archive, pageLimit: pageLimit,
            textColumns: ["text", "application", "recipient"], parameters: ["channel"],
            narrow: { query, parameters in
                guard let word = parameters.value("channel") else { return }
                guard let channel = DeviceOrder.Channel(rawValue: word.lowercased()) else {
                    throw ConsoleError(
                        .badRequest, "channel is \"\(word.prefix(40))\"; it has to be push, email or sms.")
                }
                query.match("channel", channel.rawValue)
            }, body: DeviceMessageBody.init)
    }
}
