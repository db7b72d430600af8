import DeviceProtocol

/// The apps terms of use are for: some, or all where none is named.
package struct TermsOfUseScope: Hashable, Sendable {
    /// The most apps terms can name.
    package static let maximumApplications = 1000

    /// Bundle identifiers as they were given.
    let applications: [BundleIdentifier]

    /// Made of its parts.
    init(applications: [BundleIdentifier]) {
        self.applications = applications
    }

    /// Two scopes with the same key are the same: lower case, sorted, joined by commas.
    var key: String { Set(applications.map { $0.value.lowercased() }).sorted().joined(separator: ",") }
}

/// The accepted forms of terms of use.
package enum TermsOfUseRule {
    /// The most characters of their HTML.
    package static let maximumContent = 250_000

    /// Why a text cannot be the content of terms; nil if it can.
    static func problem(ofContent text: String) -> String? {
        if text.isEmpty || text.unicodeScalars.count > maximumContent {
            return "must have 1 to \(maximumContent) characters"
        }
        let isControl = text.unicodeScalars.contains {
            $0.value < 32 && !["\n", "\r", "\t"].contains($0) || $0.value == 127
        }
        return isControl ? "must not contain control characters but line ends and tabs" : nil
    }
}
