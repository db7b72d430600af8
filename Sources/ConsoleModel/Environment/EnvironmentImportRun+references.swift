import ConsolePlatform

/// What references mean that features have in common.
extension EnvironmentImportRun {
    /// The user a reference means; its absence is noted.
    package func user(_ reference: EnvironmentReference, in home: OrganizationGroupRecord) throws -> UserRecord? {
        guard let group = try group(of: reference, in: home) else { return nil }
        let user = try UserStore.user(named: reference.name, inExactly: try group.storedID(), db)
        if user == nil { complain(reference, "there is no user \(reference.name) in \(group.code)") }
        return user
    }

    /// The user group a reference means; its absence is noted.
    package func userGroup(_ reference: EnvironmentReference, in home: OrganizationGroupRecord) throws
        -> UserGroupRecord?
    {
        guard let group = try group(of: reference, in: home) else { return nil }
        let found = try UserStore.userGroup(named: reference.name, inExactly: try group.storedID(), db)
        if found == nil { complain(reference, "there is no user group \(reference.name) in \(group.code)") }
        return found
    }

    /// The smart group a reference means; its absence is noted.
    package func smartGroup(_ reference: EnvironmentReference, in home: OrganizationGroupRecord) throws
        -> SmartGroupRecord?
    {
        guard let group = try group(of: reference, in: home) else { return nil }
        let found = try SmartGroupStore.smartGroup(named: reference.name, inExactly: try group.storedID(), db)
        if found == nil { complain(reference, "there is no smart group \(reference.name) in \(group.code)") }
        return found
    }
}
