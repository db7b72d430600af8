package import ConsoleModel
import ConsolePlatform

extension DeviceLocator.Kind {
    /// The kind of id that a segment of a path names.
    ///
    /// - Throws: ``ConsoleError`` `unprocessable` for an unknown kind.
    package init(segment word: String) throws {
        guard let kind = Self(word: word) else { throw Self.unknown(word) }
        self = kind
    }
}
