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

    /// Names of the files.
    package static let files = ["sealing.key", "tokens.key", "admin-tokens.key"]

    /// Bytes of each.
    private static let byteCount = 32

    /// Reads the keys of a data folder, and makes those that are missing before anything was sealed or signed.
    ///
    /// - Parameters:
    ///   - folder: Where they are.
    ///   - random: Makes new ones.
    ///   - isFirst: Whether there is nothing in the database yet; later a key that is missing was lost.
    /// - Throws: ``ConsoleError`` `unavailable` for one that is damaged or lost, or cannot be read or written.
    package init(folder: DataFolder, random: RandomSource, isFirst: Bool) throws {
        // All are looked for before one is made: a start that is refused leaves the folder as it was.
        if !isFirst { try folder.require(secrets: Self.files, byteCount: Self.byteCount) }
        let keys = try Self.files.map { name in
            try folder.secret(name, byteCount: Self.byteCount) { Data(random.bytes(Self.byteCount)) }
        }
        secrets = SecretBox(key: keys[0])
        tokens = keys[1]
        adminTokens = keys[2]
    }
}
