import ConsoleModel
import DeviceProtocol

/// A profile an app would get, as `/_mock` shows it (AdminAPI, "Profile preview").
struct ProfilePreviewBody: Encodable, Sendable {
    let udid: String
    let bundleId: String
    /// How the question was answered (``ResolutionOutcome``).
    let outcome: String
    /// Name of the nearest profile.
    let profile: String?
    /// Version of the whole.
    let profileVersion: Int64?
    /// Media type of what the client gets.
    let mediaType: String?
    /// Where each payload comes from.
    let payloads: [PayloadSource]
    /// What is wrong, each a sentence.
    let problems: [String]
    /// What the client reads.
    let propertyList: PropertyListJSON?

    /// The body for a rendered profile.
    init(_ profile: FetchedProfile, _ bundle: BundleIdentifier, on device: DeviceIdentifier) throws {
        let exists = profile.composition != nil
        udid = device.value
        bundleId = bundle.value
        outcome = profile.outcome.rawValue
        self.profile = profile.composition?.parts.first?.record.name
        profileVersion = profile.composition?.version
        mediaType = exists ? Self.mediaType(of: profile.format) : nil
        payloads = profile.composition?.sources ?? []
        problems = profile.problems
        propertyList = exists ? PropertyListJSON(try PropertyListValue(parsing: profile.data)) : nil
    }

    /// The media types of property lists.
    static func mediaType(of format: PropertyListFormat) -> String {
        format == .xml ? "text/xml; charset=utf-8" : "application/x-plist"
    }
}

/// A profile by itself, rendered (AdminAPI, "Profile preview").
struct RenderedProfileBody: Encodable, Sendable {
    /// Name of the profile.
    let profile: String?
    let profileVersion: Int64?
    let mediaType: String
    /// What is wrong, each a sentence.
    let problems: [String]
    /// What the client reads.
    let propertyList: PropertyListJSON

    /// The body for a rendered profile.
    init(_ profile: FetchedProfile) throws {
        self.profile = profile.composition?.parts.first?.record.name
        profileVersion = profile.composition?.version
        mediaType = ProfilePreviewBody.mediaType(of: profile.format)
        problems = profile.problems
        propertyList = PropertyListJSON(try PropertyListValue(parsing: profile.data))
    }
}
