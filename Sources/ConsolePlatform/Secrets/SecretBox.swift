import Crypto
package import Foundation

/// Seals secrets that have to be read back, with a key that lies beside the database.
package struct SecretBox: Sendable {
    private let key: SymmetricKey

    /// A box with a 32-byte key.
    package init(key: Data) {
        self.key = SymmetricKey(data: key)
    }

    /// Seals a text; `context` is bound to it, so that a sealed value cannot be moved to another row.
    package func seal(_ text: String, context: String) throws -> Data {
        let box = try AES.GCM.seal(Data(text.utf8), using: key, authenticating: Data(context.utf8))
        guard let combined = box.combined else {
            throw ConsoleError(.internalError, "A secret could not be sealed.")
        }
        return combined
    }

    /// Opens what ``seal(_:context:)`` sealed under the same context.
    ///
    /// - Throws: ``ConsoleError`` `internalError` if the key or the context is another, or the data was changed.
    package func open(_ sealed: Data, context: String) throws -> String {
        do {
            let box = try AES.GCM.SealedBox(combined: sealed)
            return String(
                decoding: try AES.GCM.open(box, using: key, authenticating: Data(context.utf8)), as: UTF8.self)
        } catch {
            throw ConsoleError(
                .internalError, "A sealed secret does not open with this data folder's key.", cause: error)
        }
    }
}
