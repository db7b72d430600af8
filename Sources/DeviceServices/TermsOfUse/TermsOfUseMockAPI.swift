import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation

/// A version of terms of use as `/_mock` shows it (AdminAPI, "Terms of use").
struct TermsOfUseBody: Encodable, Sendable {
    let eulaContentId: Int64?
    /// Of the terms; versions share it.
    let uuid: String
    let version: Int64
    let groupId: String
    /// Bundle identifiers; empty for all apps.
    let applications: [String]
    let content: String
    let isInForce: Bool
    let createdAt: Timestamp
    let retiredAt: Timestamp?

    /// The body for a version.
    init(_ details: TermsOfUseEntry) throws {
        eulaContentId = details.version.id
        uuid = details.terms.uuid
        version = details.version.version
        groupId = details.group
        applications = try details.terms.bundles()
        content = details.version.content
        isInForce = details.isInForce
        createdAt = details.version.createdAt
        retiredAt = details.terms.retiredAt
    }
}

/// A new version of terms of use.
struct TermsOfUsePublication: Sendable {
    /// HTML.
    let content: String
    /// The apps it is for.
    let scope: TermsOfUseScope

    /// Reads `{"content": …, "applications": […]}`.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` naming the member and what it accepts.
    init(json: Data) throws {
        do {
            let fields = try JSONObjectReader(json)
            if let other = fields.names.first(where: { !["content", "applications"].contains($0) }) {
                throw MessageError("is not known, only content and applications", field: String(other.prefix(60)))
            }
            guard case .string(let content)? = fields.value("content") else {
                throw fields.wrong("content", "must be a text")
            }
            if let problem = TermsOfUseRule.problem(ofContent: content) { throw fields.wrong("content", problem) }
            self.content = content
            scope = TermsOfUseScope(applications: try Self.bundles(fields))
        } catch let error as MessageError {
            throw ConsoleError(.badRequest, "The terms of use cannot be read: \(error).")
        }
    }

    private static func bundles(_ fields: JSONObjectReader) throws -> [BundleIdentifier] {
        let elements = try fields.array("applications") ?? []
        guard elements.count <= TermsOfUseScope.maximumApplications else {
            throw fields.wrong("applications", "must not have more than \(TermsOfUseScope.maximumApplications)")
        }
        let bundles = try elements.map { element in
            guard case .string(let text) = element, let bundle = BundleIdentifier(text) else {
                throw fields.wrong("applications", "must be a list, each \(BundleIdentifier.rule)")
            }
            return bundle
        }
        guard Set(bundles).count == bundles.count else {
            throw fields.wrong("applications", "must not name an app twice")
        }
        return bundles
    }
}

/// The decision of a user, as `/_mock` shows it.
struct TermsOfUseDecisionBody: Encodable, Sendable {
    let id: Int64?
    let decidedAt: Timestamp
    let device: String?
    let bundleId: String?
    let user: String?
    let group: String?
    let eulaContentId: Int64?
    /// `accepted` or `rejected`.
    let decision: String

    /// The body for a decision.
    init(_ row: RecordRow<TermsOfUseDecisionRecord>) {
        id = row.record.id
        decidedAt = row.record.decidedAt
        device = row.origin.device
        bundleId = row.origin.bundle
        user = row.origin.user
        group = row.origin.group
        eulaContentId = row.record.contentId
        decision = row.record.isAccepted ? "accepted" : "rejected"
    }
}

extension RecordMockController where Record == TermsOfUseDecisionRecord, Body == TermsOfUseDecisionBody {
    /// Decisions, read back: `/_mock/terms-of-use/acceptances`, which also takes `decision` and `eulaContentId`.
    static func acceptances(_ archive: RecordArchive<TermsOfUseDecisionRecord>, pageLimit: Int) -> Self {
        Self(
            name: "terms-of-use/acceptances", archive: archive, pageLimit: pageLimit, textColumns: [],
            parameters: ["decision", "eulaContentId"],
            narrow: { query, parameters in
                if parameters.value("text") != nil {
                    throw ConsoleError(.badRequest, "Acceptances have no text to look in.")
                }
                switch parameters.value("decision") {
                case nil: break
                case "accepted": query.match("isAccepted", true)
                case "rejected": query.match("isAccepted", false)
                default: throw ConsoleError(.badRequest, "decision has to be accepted or rejected.")
                }
                if parameters.value("eulaContentId") != nil {
                    query.match("contentId", try parameters.integer("eulaContentId", in: 0...Int.max, default: 0))
                }
            }, body: TermsOfUseDecisionBody.init)
    }
}
