/// Something that an app asks its user for.
public enum UserPrompt: String, Hashable, Codable, Sendable, CaseIterable {
    /// User name and password, or a token, to identify the user.
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
