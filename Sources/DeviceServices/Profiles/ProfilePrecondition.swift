import ConsoleModel
import ConsolePlatform
import Foundation

/// The state of a profile that a change expects (AdminAPI, "SDK profiles").
struct ProfilePrecondition: Sendable {
    /// Entity tags of `If-Match`, or bare versions; nil for any state.
    var tags: [String]?
    /// The version a body was made from; nil for any.
    var version: Int64?

    /// Any state.
    static let none = ProfilePrecondition()

    /// Any state.
    init() {}

    /// The state of an `If-Match` header; without one, or with `*`, any.
    init(ifMatch header: String?) {
        guard let header, header.trimmingCharacters(in: .whitespaces) != "*" else { return }
        tags = header.split(separator: ",").map { String($0.trimmingCharacters(in: .whitespaces)) }
    }

    /// Refuses a profile in another state.
    ///
    /// - Throws: ``ConsoleError`` `preconditionFailed` for `If-Match`, `conflict` for a body.
    func check(_ record: ProfileRecord) throws {
        if let tags {
            let accepted = [record.entityTag, "\"\(record.version)\"", "\(record.version)"]
            guard tags.contains(where: accepted.contains) else {
                throw ConsoleError(
                    .preconditionFailed,
                    "The profile \(record.name) has changed: it is \(record.entityTag) now, of version \(record.version)."
                )
            }
        }
        if let version, version != record.version {
            throw ConsoleError(
                .conflict, "The profile \(record.name) has version \(record.version) now, and not \(version).")
        }
    }
}

extension ProfileRecord {
    /// Stands for this state of the profile, name and description included; begins with the version.
    var entityTag: String {
        let state = NamedUUID.of([Data(name.utf8), Data(description.utf8), Data([inherits ? 1 : 0])])
        return "\"\(version)-\(state.prefix(8))\""
    }
}
