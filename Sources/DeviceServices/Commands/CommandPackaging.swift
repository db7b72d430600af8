import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation

/// How a command leaves: in plain, or in its envelope where the group asks for it (DeviceServices, section 13.4).
struct CommandPackaging: Sendable {
    let groups: OrganizationGroupStore
    let credentials: CredentialStore
    let random: RandomSource

    /// The body for a command, with its media type.
    ///
    /// The envelope needs an HMAC credential of the app. Without one, as when an app uses bearer tokens only, the command goes
    /// in plain.
    func pack(_ command: CommandMessage, for identity: DeviceIdentity) async throws -> (data: Data, type: String) {
        let plain = try command.encoded()
        if try await groups.settings(of: identity.groupID).isOn(.encryptCommands),
            let token = try await credentials.token(of: identity, authenticationGroup: identity.bundle.value)
        {
            let vector = Data(random.bytes(CommandEnvelope.vectorLength))
            let sealed = try CommandEnvelope.seal(plain, token: token, vector: vector)
            return (sealed, "text/plain; charset=utf-8")
        }
        let isBinary = plain.starts(with: Data("bplist".utf8))
        return (plain, isBinary ? "application/x-plist" : "text/xml; charset=utf-8")
    }
}
