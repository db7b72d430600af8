import ConsolePlatform
import Foundation

/// What a sandbox is made of, with its credentials: enough to make it once more as it was.
package struct SandboxPlan: Codable, Sendable {
    /// What the ids of sandboxes begin with.
    static let labelPrefix = "sbx"

    /// Its id for clients, which is also the code of its group.
    package let label: String
    /// Name of its group.
    package let name: String
    /// Codes from the root down to the group it lies in.
    package let parent: [String]
    /// Its environment; nil for the template.
    package let environment: String?
    /// What the template is filled with.
    let template: SandboxTemplate
    let adminUser: String
    let adminPassword: String
    let tenantCode: String
    let adminToken: String
    /// Seconds it lasts; nil for until it is deleted.
    let lifetime: Int64?

    /// A plan with credentials of its own.
    init(_ order: SandboxOrder, parent: [String], random: RandomSource) {
        label = Self.labelPrefix + random.secret(byteCount: 8)
        name = order.name ?? label
        self.parent = parent
        environment = order.environment
        template = SandboxTemplate(order, password: order.password ?? random.secret(byteCount: 16))
        adminUser = "\(label)-admin"
        adminPassword = random.secret(byteCount: 16)
        tenantCode = random.secret(byteCount: 16)
        adminToken = random.secret(byteCount: 24)
        lifetime = order.lifetime
    }

    /// Codes from the root down to its group.
    package var path: [String] { parent + [label] }

    /// Its environment as text.
    package func text() throws -> String {
        try environment ?? template.text(at: path.joined(separator: "/"), name: name)
    }

    /// The password nobody chose, if its user has such a one.
    package var generatedPassword: String? {
        environment == nil && template.hasGeneratedPassword ? template.password : nil
    }
}
