/// The prospective result of registering an app.
package struct AppRegistrationOutlook: Sendable {
    /// Why the app may not register; nil if it may.
    package let blockedReason: String?
    /// Whether its SDK profile shares sessions among the developer's apps.
    package let isSingleSignOnEnabled: Bool

    /// An outlook.
    package init(blockedReason: String?, isSingleSignOnEnabled: Bool) {
        self.blockedReason = blockedReason
        self.isSingleSignOnEnabled = isSingleSignOnEnabled
    }
}
