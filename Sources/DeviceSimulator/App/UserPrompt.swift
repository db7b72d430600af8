/// Something an app asks of the user in front of it.
public enum UserPrompt: String, Hashable, Codable, Sendable, CaseIterable {
    /// User name and password, or a token, to find out who it is.
    case signIn
    /// The same on the web page of an identity provider.
    case webSignIn
    /// A passcode, for the first time.
    case createPasscode
    /// The passcode.
    case passcode
    /// User name and password, to open the app.
    case credentials
}
