/// Where a payload of an SDK profile comes from.
package struct PayloadSource: Encodable, Hashable, Sendable {
    /// `PayloadType`.
    let payload: String
    /// Name of the profile.
    let profile: String
    /// Version of that profile.
    let profileVersion: Int64
    /// Code of the group whose default the profile is; for an app's own profile, that of the group it belongs to.
    let group: String
    /// Whether it is inherited because the nearest profile lacks its type.
    let isInherited: Bool

    /// The source of a payload.
    package init(payload: String, profile: String, profileVersion: Int64, group: String, isInherited: Bool) {
        self.payload = payload
        self.profile = profile
        self.profileVersion = profileVersion
        self.group = group
        self.isInherited = isInherited
    }
}
