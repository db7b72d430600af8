package import ConsoleModel
import DeviceProtocol
import Foundation

/// Terms of use of an environment file.
package struct EnvironmentTerms: EnvironmentEntry {
    package var position: EnvironmentPosition
    var uuid: String?
    /// The apps they are for.
    var scope: TermsOfUseScope
    /// HTML.
    var content: String

    /// A name that distinguishes them from other terms of their group, for people.
    var name: String { scope.key.isEmpty ? "for all apps" : "for \(scope.key)" }

    package var title: String { name }
}

/// Reads terms of use of an environment file.
enum EnvironmentTermsReader {
    static func read(_ node: EnvironmentNode) -> EnvironmentTerms? {
        guard let mapping = node.mapping(["uuid", "applications", "content"]) else { return nil }
        let content = mapping.required("content").flatMap(content)
        let bundles = mapping["applications"]?.list.compactMap(bundle) ?? []
        if bundles.count > TermsOfUseScope.maximumApplications {
            mapping["applications"]?.complain("must not have more than \(TermsOfUseScope.maximumApplications)")
        }
        if Set(bundles).count < bundles.count { mapping["applications"]?.complain("an app stands here twice") }
        let uuid = mapping["uuid"]?.uuid
        guard let content else { return nil }
        return EnvironmentTerms(
            position: mapping.position, uuid: uuid, scope: TermsOfUseScope(applications: bundles), content: content)
    }

    /// Unlike other texts it may have lines.
    private static func content(_ node: EnvironmentNode) -> String? {
        guard let scalar = node.scalar else { return nil }
        let problem =
            scalar.kind == .null ? "must be a text" : TermsOfUseRule.problem(ofContent: scalar.text)
        guard let problem else { return scalar.text }
        node.complain(problem)
        return nil
    }

    private static func bundle(_ node: EnvironmentNode) -> BundleIdentifier? {
        guard let text = node.text() else { return nil }
        guard let bundle = BundleIdentifier(text) else {
            node.complain("is \"\(text.prefix(60))\"; it must be \(BundleIdentifier.rule)")
            return nil
        }
        return bundle
    }
}
