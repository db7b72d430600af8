package import ConsoleHTTP
import ConsoleModel

/// Explaining refusals (Why).
package struct WhyFeature: Feature {
    private let controller: WhyMockController

    /// Made of what it looks at.
    ///
    /// - Parameters:
    ///   - core: What features stand on.
    ///   - model: Knows credentials.
    ///   - archive: The journal.
    ///   - rules: How the console checks signatures.
    init(_ core: Core, _ model: Model, archive: JournalArchive, rules: WhyRules) {
        let signatures = SignatureExplainer(credentials: model.credentials, rules: rules)
        controller = WhyMockController(
            archive: archive,
            explainer: Explainer(
                store: WhyStore(database: core.database), credentials: model.credentials, signatures: signatures,
                rules: rules))
    }

    /// Adds its route, which changes nothing.
    package func addRoutes(to doors: Doors) {
        controller.addRoutes(to: doors.admin.mock(.console, access: .read))
    }
}
