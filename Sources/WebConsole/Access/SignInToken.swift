import ConsoleHTTP
import ConsolePlatform
import HTTPTypes
import Hummingbird

/// What the form to sign in carries: as there is no session yet, a cookie of the same browser has to hold the same
/// (Security, "Pages").
struct SignInToken: Sendable {
    private let cookie: SessionCookie
    private let random: RandomSource
    private let origin: PublicOrigin

    /// Tokens of forms below a path.
    init(path: String, origin: PublicOrigin, random: RandomSource) {
        cookie = SessionCookie(stem: "mockuem-sign-in", path: path, isSentAfterLinks: true, origin: origin)
        self.random = random
        self.origin = origin
    }

    /// The token of a browser: the one that it holds, so that several windows do not disturb each other, or a new one.
    func of(_ request: Request) -> String { cookie.value(in: request) ?? random.secret() }

    /// Makes the browser that gets a page hold the token of its form.
    func give(_ token: String, with response: inout Response, to request: Request) {
        guard cookie.value(in: request) != token else { return }
        response.headers[.setCookie] = cookie.holding(token, for: request)
    }

    /// What is said of a form that is not.
    static let refusal = "The page was too old, or the browser keeps no cookies. Try again."

    /// Whether a form is from a page that the same browser was given.
    ///
    /// Only browsers can be made to send what their user does not mean, and those say where a form is from: a program
    /// that says nothing needs no token.
    func admits(_ form: FormValues, of request: Request) -> Bool {
        let sent = form.exactly("formToken")
        if sent.isEmpty, !origin.isOfPage(request) { return true }
        guard let held = cookie.value(in: request) else { return false }
        return SecretHash.areEqual(sent, held)
    }
}
