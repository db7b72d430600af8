import ConsoleModel
import ConsolePlatform
import Foundation

/// Pictures that are uploaded to be icons (AdminApplications, "Installing").
extension BlobStore {
    /// The blob a body names.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` for one that is unknown in the administrator's subtree.
    func named(
        _ reference: RecordReference, for administrator: AdministratorIdentity
    ) async throws -> (BlobRecord, StoredFileRecord) {
        do {
            return try await blob(reference, in: administrator.subtree)
        } catch let error as ConsoleError where error.code == .notFound {
            throw ConsoleError(.badRequest, error.message)
        }
    }

    /// The picture a body names; nil if it names none.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` for an unknown blob, or one that is no picture.
    func icon(_ reference: RecordReference?, for administrator: AdministratorIdentity) async throws -> AppIcon? {
        guard let reference else { return nil }
        let (_, file) = try await named(reference, for: administrator)
        let data = try FileBytes(path: shelf.path(of: file.name)).bytes(at: 0, upTo: AppIcon.limit + 1)
        guard let icon = AppIcon(Data(data)) else { throw ConsoleError(.badRequest, AppIcon.rule) }
        return icon
    }
}
