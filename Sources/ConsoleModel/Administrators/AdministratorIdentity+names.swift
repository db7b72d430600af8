import ConsolePlatform
import GRDB

extension AdministratorIdentity {
    /// The refusal of a name that accounts of the whole console share, since it is all a sign-in says.
    ///
    /// That it is taken cannot be hidden; by what and where is only for those who see that account.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - groupID: The group of the account that has it.
    ///   - sentence: What is said to those who see the account.
    ///   - db: The database.
    /// - Returns: The refusal.
    /// - Throws: What the database throws.
    func nameIsTaken(_ name: String, by groupID: Int64, saying sentence: String, _ db: GRDB.Database) throws
        -> ConsoleError
    {
        let isSeen = try subtree.contains(OrganizationGroupStore.group(id: groupID, db))
        return ConsoleError(
            .conflict, isSeen ? sentence : "The name \(name.prefix(255)) cannot be taken; choose another one.")
    }
}
