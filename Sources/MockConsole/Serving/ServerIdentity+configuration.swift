import ConsolePlatform
import Foundation

extension ServerIdentity {
    /// The identity a configuration asks for.
    init(_ configuration: ConsoleConfiguration, folder: DataFolder, now: Date, random: RandomSource) throws {
        if let files = configuration.certificateFiles {
            try self.init(
                certificateFile: files.certificate, keyFile: files.key, trustAnchorFile: files.authority)
        } else {
            try self.init(
                folder: folder, names: .standard(adding: configuration.certificateNames), now: now, random: random)
        }
    }
}

extension ConsoleConfiguration {
    /// Names and addresses clients use beside the standard ones: configured ones, the public host, the address it
    /// listens on.
    var certificateNames: [String] {
        let listening = ["0.0.0.0", "::"].contains(host) ? [] : [host]
        return serverNames + [publicURL?.host()].compactMap { $0 } + listening
    }
}
