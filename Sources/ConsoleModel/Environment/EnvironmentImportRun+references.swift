import ConsolePlatform

/// Resolves references that features have in common.
extension EnvironmentImportRun {
    /// The user that a reference names; notes a problem if it is missing.
    package func user(_ reference: EnvironmentReference, in home: OrganizationGroupRecord) throws -> UserRecord? {
        guard let group = try group(of: reference, in: home) else { return nil }
        let user = try UserStore.user(named: reference.name, inExactly: try group.storedID(), db)
        if user == nil { complain(reference, "there is no user \(reference.name) in \(group.code)") }
        return user
    }

    /// The user group that a reference names; notes a problem if it is missing.
    package func userGroup(_ reference: EnvironmentReference, in home: OrganizationGroupRecord) throws
        -> UserGroupRecord?
    {
        guard let group = try group(of: reference, in: home) else { return nil }
        let found = try UserStore.userGroup(named: reference.name, inExactly: try group.storedID(), db)
        if found == nil { complain(reference, "there is no user group \(reference.name) in \(group.code)") }
        return found
    }

    /// The smart group that a reference names; notes a problem if it is missing.
    package func smartGroup(_ reference: EnvironmentReference, in home: OrganizationGroupRecord) throws
        -> SmartGroupRecord?
    {
        guard let group = try group(of: reference, in: home) else { return nil }
        let found = try SmartGroupStore.smartGroup(named: reference.name, inExactly: try group.storedID(), db)
        if found == nil { complain(reference, "there is no smart group \(reference.name) in \(group.code)") }
        return found
    }
}
