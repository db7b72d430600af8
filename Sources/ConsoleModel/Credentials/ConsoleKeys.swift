package import ConsolePlatform
package import Foundation

/// The keys of a console, each in a file of the data folder that only its owner may read.
package struct ConsoleKeys: Sendable {
    /// Seals secrets that have to be read back.
    package let secrets: SecretBox
    /// Signs tokens of devices.
    package let tokens: Data
    /// Signs tokens of administrators.
    ///
    /// It is separate, so that tokens of devices are refused here, and the other way round.
    let adminTokens: Data

    /// Reads the keys of a data folder, and makes those that are missing.
    ///
    /// - Throws: What reading and writing the files throws.
    package init(folder: DataFolder, random: RandomSource) throws {
        secrets = SecretBox(key: try folder.secret("sealing.key") { Data(random.bytes(32)) })
        tokens = try folder.secret("tokens.key") { Data(random.bytes(32)) }
        adminTokens = try folder.secret("admin-tokens.key") { Data(random.bytes(32)) }
    }
}
