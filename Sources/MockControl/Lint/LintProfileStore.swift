import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB

/// Finds out what the profile of an app allowed at a time, from the versions that profiles have had.
///
/// Asked where the journal does not have the profile that the app was given.
struct LintProfileStore: Sendable {
    let database: ConsoleDatabase

    /// An app on a device at a time.
    struct Question: Hashable, Sendable {
        let deviceID: Int64
        let bundle: String
        let at: Timestamp
    }

    /// What the profiles allowed; nothing for an app that gets none, or a device that is gone.
    func profiles(for questions: Set<Question>) async throws -> [Question: LintProfile] {
        guard !questions.isEmpty else { return [:] }
        return try await database.read { db in
            var answers: [Question: LintProfile] = [:]
            var resolutions: [String: [Int64]] = [:]
            for question in questions {
                let key = "\(question.deviceID)/\(question.bundle)"
                let profiles = try resolutions[key] ?? Self.profiles(of: question, db)
                resolutions[key] = profiles
                guard !profiles.isEmpty else { continue }
                let payloads = try profiles.flatMap { try Self.payloads(of: $0, at: question.at, db) }
                answers[question] = LintProfile(payloads)
            }
            return answers
        }
    }

    /// The profiles that the app gets, the nearest first.
    private static func profiles(of question: Question, _ db: Database) throws -> [Int64] {
        guard let bundle = BundleIdentifier(question.bundle),
            let device = try DeviceRecord.stored(question.deviceID, db)
        else { return [] }
        return try AssignmentResolver.resolve(bundle: bundle, on: device, db).contributions.map(\.profileID)
    }

    /// The payloads of the version that was in force; of the first one before there was any.
    private static func payloads(of profile: Int64, at time: Timestamp, _ db: Database) throws -> [ProfilePayload] {
        let record = try ProfileVersionRecord.fetchOne(
            db,
            sql: """
                SELECT * FROM sdkProfileVersion WHERE profileId = ?1
                ORDER BY createdAt <= ?2 DESC, CASE WHEN createdAt <= ?2 THEN -version ELSE version END LIMIT 1
                """, arguments: [profile, time])
        return try record?.decodedPayloads() ?? []
    }
}
