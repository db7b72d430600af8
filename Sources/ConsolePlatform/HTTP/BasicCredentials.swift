import Foundation

/// A name and a password, as `Authorization: Basic` carries them (RFC 7617).
package struct BasicCredentials: Hashable, Sendable {
    package let name: String
    package let password: String

    /// Credentials from their parts.
    package init(name: String, password: String) {
        self.name = name
        self.password = password
    }

    /// Reads what follows the word `Basic`; nil unless it is the base64 of a UTF-8 text with a colon and without NUL.
    ///
    /// A database and a hash end a text at a NUL, so one name would have many spellings.
    package init?(base64 text: some StringProtocol) {
        guard let data = Data(base64Encoded: String(text)), let pair = String(data: data, encoding: .utf8),
            !pair.utf8.contains(0), let colon = pair.firstIndex(of: ":")
        else { return nil }
        self.init(name: String(pair[..<colon]), password: String(pair[pair.index(after: colon)...]))
    }

    /// The same with percent escapes decoded, for clients that escape before they encode.
    ///
    /// - Parameter plusIsBlank: Whether a plus sign stands for a blank, as in forms.
    /// - Returns: The credentials; nil if nothing changes, an escape is broken, or one stands for NUL.
    package func unescaped(plusIsBlank: Bool = false) -> BasicCredentials? {
        func decoded(_ text: String) -> String? {
            (plusIsBlank ? text.replacing("+", with: " ") : text).removingPercentEncoding
        }
        guard let name = decoded(name), let password = decoded(password) else { return nil }
        let result = BasicCredentials(name: name, password: password)
        return result == self || name.utf8.contains(0) || password.utf8.contains(0) ? nil : result
    }
}
