import ConsoleHTTP
import Foundation
import GRDB

/// The store data of an app.
struct PublicApplicationRecord: Codable, Hashable, Sendable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "storeApplication"

    var applicationId: Int64
    /// Number of the app in its store; empty if unknown.
    var externalId = ""
    /// Its page in the store; empty if unknown.
    var url = ""
    /// Licenses that were purchased; nil for an app that was not.
    var licenses: Int64?

    /// Made of its parts.
    init(applicationId: Int64, externalId: String = "", url: String = "", licenses: Int64? = nil) {
        self.applicationId = applicationId
        self.externalId = externalId
        self.url = url
        self.licenses = licenses
    }

    /// Changes the members that a body names.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` that names the member.
    mutating func change(_ fields: AppFields) throws {
        if let id = try fields.text("ExternalId") { externalId = id.trimmingCharacters(in: .whitespaces) }
        if let address = try fields.text("ApplicationUrl", maximum: 2000) {
            let text = address.trimmingCharacters(in: .whitespaces)
            guard
                text.isEmpty || URL(string: text)?.scheme.map({ ["http", "https"].contains($0.lowercased()) }) == true
            else { throw fields.fields.wrong(fields.name("ApplicationUrl"), "has to be an http or https address") }
            url = text
        }
    }
}
