import ConsoleHTTP
import ConsolePlatform
import ConsoleResources

extension UnservedAddresses {
    private static let read = Result {
        try UnservedAddresses(text: EmbeddedFile.required("Sources/MockConsole/System/NotServed.txt").text)
    }

    /// The table that is part of the program, read once.
    ///
    /// - Throws: ``ConsoleError`` `internalError` if it cannot be read.
    static var embedded: UnservedAddresses { get throws { try read.get() } }
}
