import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Nobody but its owner has access to a data folder: where others have, it is taken away, or the folder is refused.
enum FolderAccess {
    /// Bits of group and others.
    private static let foreign: mode_t = 0o077
    /// Bits with which group and others could put files in the place of others.
    private static let writing: mode_t = 0o022
    /// Files that clients have to read.
    private static let open: Set<String> = ["ca.pem", "server.pem"]

    /// What is known of a file.
    private struct Status {
        let mode: mode_t
        let isFolder: Bool
        let isOwn: Bool

        /// Nil for a file that is missing, or neither a plain file nor a folder, such as a symbolic link.
        init?(_ path: String) {
            guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
                let type = attributes[.type] as? FileAttributeType,
                let mode = attributes[.posixPermissions] as? NSNumber,
                let owner = attributes[.ownerAccountID] as? NSNumber, [.typeDirectory, .typeRegular].contains(type)
            else { return nil }
            self.mode = mode_t(truncatingIfNeeded: mode.intValue) & 0o7777
            isFolder = type == .typeDirectory
            isOwn = owner.uint32Value == geteuid()
        }
    }

    /// Takes away what others may do in a data folder.
    ///
    /// A folder that holds other things too keeps the right to read it: each file of ours is closed by itself.
    ///
    /// - Returns: A sentence for each change, and for what could not be changed but does no harm.
    /// - Throws: ``ConsoleError`` `unavailable` if others may write to the folder, or read a secret, and go on to.
    static func repair(_ folder: String) throws -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let isOwn = FolderExchange.names.union(["config.yaml", "lost+found"]).isSuperset(of: names)
        var sentences = try repairFolder(folder, isOnlyOurs: isOwn)
        for name in names.sorted() where FolderExchange.names.contains(name) && !open.contains(name) {
            let path = "\(folder)/\(name)"
            guard let status = Status(path), status.mode & foreign != 0 else { continue }
            let mode = status.mode & ~foreign
            if chmod(path, mode) == 0 {
                sentences.append("\(path) was open to others (mode \(text(status.mode))); now it has \(text(mode))")
            } else if status.isFolder || status.mode & 0o007 == 0 {
                sentences.append("\(path) is open to others (mode \(text(status.mode))), which cannot be changed")
            } else {
                throw ConsoleError(
                    .unavailable,
                    "\(path) is open to everybody (mode \(text(status.mode))), and this user cannot change that. "
                        + "Give it the mode \(text(mode)).")
            }
        }
        return sentences
    }

    private static func repairFolder(_ folder: String, isOnlyOurs: Bool) throws -> [String] {
        let place = URL(filePath: folder).resolvingSymlinksInPath().path(percentEncoded: false)
        guard let status = Status(place) else { return [] }
        let excess = status.mode & (isOnlyOurs ? foreign : writing)
        guard excess != 0 else { return [] }
        let mode = status.mode & ~excess & 0o777
        // A folder in which everybody has things of their own stays as it is.
        let isShared = status.mode & mode_t(S_ISVTX) != 0 && !isOnlyOurs
        if status.isOwn, !isShared, chmod(folder, mode) == 0 {
            return [
                "The data folder \(folder) was open to others (mode \(text(status.mode))); now it has \(text(mode))"
            ]
        }
        guard status.mode & 0o002 == 0 else {
            throw ConsoleError(
                .unavailable,
                "Everybody may write to the data folder \(folder) (mode \(text(status.mode))), and so put other keys "
                    + "and data there. Use a folder of its own, or give it the mode 0700.")
        }
        return ["The data folder \(folder) is open to others (mode \(text(status.mode))), which cannot be changed"]
    }

    /// `0755`.
    private static func text(_ mode: mode_t) -> String {
        let digits = String(mode, radix: 8)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
