import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceServices

extension ConsoleConfiguration {
    /// What stands before whoever comes without a credential, and where requests come from.
    struct Entry: Sendable {
        /// How passwords of users are guarded.
        let passwords: PasswordRules
        /// Where requests come from.
        let addresses: ClientAddresses
        /// What enrollment tells and takes.
        let enrollment: EnrollmentFeature.Rules
        /// Look-ups of one address that may find nothing; 0 is any number.
        let misses: Int
        /// Seconds in which they are counted.
        let missWindow: Int64
        /// What passwords of administrators have to be like.
        let administratorPasswords: AdministratorPasswords

        init(_ values: ResolvedConfiguration) throws {
            passwords = PasswordRules(
                lockout: values.passwordsLockout, hasUniformRefusals: values.passwordsUniformRefusals,
                failures: values.passwordsFailures, window: Int64(values.passwordsWindow),
                pause: .milliseconds(values.passwordsPause), share: values.passwordsShare)
            addresses = ClientAddresses(
                proxies: try values.httpProxies.map { text in
                    guard let range = AddressRange(text) else {
                        throw ConfigurationError(
                            "http.proxies has \(text), which is no address, nor a range such as 10.0.0.0/8.")
                    }
                    return range
                }, header: values.httpProxyHeader)
            if let wrong = values.httpOrigins.first(where: { !AllowedOrigins.isOrigin($0) }) {
                throw ConfigurationError(
                    "http.origins has \(wrong), which is no origin such as https://tool.example.com or http://localhost:3000."
                )
            }
            let schemes = values.samlReturnSchemes
            if let wrong = schemes.first(where: { !SAMLRules.isScheme($0) }) {
                throw ConfigurationError(
                    "saml.returnSchemes has \(wrong), which is no scheme of an app's own, such as exampleapp.")
            }
            enrollment = EnrollmentFeature.Rules(
                saml: SAMLRules(returnSchemes: schemes, takesUnlisted: values.profile == .local),
                tellsGroupNames: values.lookupsGroupNames)
            misses = values.lookupsMisses
            missWindow = Int64(values.lookupsWindow)
            administratorPasswords = AdministratorPasswords(minimumLength: values.adminMinimumPasswordLength)
            if let problem = administratorPasswords.problem(of: values.adminPassword), !values.adminPassword.isEmpty {
                throw ConfigurationError("admin.password: \(problem)")
            }
            if values.signatureReplay == .refuse, values.signatureFreshness == 0 {
                throw ConfigurationError(
                    "signature.replay is refuse, which needs a signature.freshness above 0."
                )
            }
        }
    }
}
