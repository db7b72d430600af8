import Foundation

extension ServerIdentity {
    /// The identity a configuration asks for.
    init(_ configuration: ConsoleConfiguration, folder: DataFolder, now: Date, random: RandomSource) throws {
        if let files = configuration.certificateFiles {
            try self.init(
                certificateFile: files.certificate, keyFile: files.key, trustAnchorFile: files.authority)
        } else {
            try self.init(
                folder: folder, names: .standard(adding: configuration.serverNames), now: now, random: random)
        }
    }
}
