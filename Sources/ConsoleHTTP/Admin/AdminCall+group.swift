import ConsoleModel
package import ConsolePlatform

extension AdminCall {
    /// The organization group in the path, by integer or uuid.
    ///
    /// - Throws: ``OrganizationGroupStore/missing(_:)``.
    package func group() throws -> RecordReference {
        let text = try context.pathParameter("id")
        return try reference(else: OrganizationGroupStore.missing(text))
    }
}
