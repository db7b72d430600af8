import ConsoleHTTP
import ConsolePlatform
import Foundation
import NIOCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A folder of files that rows of the database name.
///
/// A file is written before its row is committed and removed after its row is deleted, so that a row never lacks its
/// file; the next start removes files that a killed process left behind.
struct FileShelf: Sendable {
    /// Where it is.
    let folder: String
    /// Whether files outlive a power cut, as rows do then.
    let isDurable: Bool
    /// Those that wait for the disk: each has a thread, of which there are few.
    private let synchronizations = ConcurrencyLimiter(permits: 2, queue: LimiterShare())

    /// Made of its folder.
    init(folder: String, isDurable: Bool = false) {
        self.folder = folder
        self.isDurable = isDurable
    }

    /// Path of a file.
    ///
    /// - Throws: ``ConsoleError`` `unavailable` for what is no name of a file.
    func path(of name: String) throws -> String { try KeptFileName.path(of: name, in: folder) }

    /// Puts a received body there; one in a file is moved, not copied.
    ///
    /// - Throws: ``ConsoleError`` `unavailable` if it cannot be kept; nothing is left then.
    func put(_ body: ReceivedBody, named name: String) async throws {
        let path = try path(of: name)
        try makeFolder()
        switch body {
        case .memory(let buffer):
            let file = try PrivateFile.create(at: path)
            do {
                try file.write(contentsOf: Data(buffer.readableBytesView))
                try file.close()
            } catch {
                remove(name)
                throw ConsoleError(.unavailable, "A file cannot be kept: the disk is full.", cause: error)
            }
        case .file(let file):
            guard rename(file.path, path) == 0 else {
                throw ConsoleError(.unavailable, "A file cannot be kept: \(String(cString: strerror(errno))).")
            }
        }
        guard isDurable else { return }
        do {
            // Disks take their time: no thread that serves requests waits for them.
            try await synchronizations.run(for: .console) { try await PatientThread.run { try synchronize(name) } }
        } catch {
            remove(name)
            throw error
        }
    }

    /// Waits until the disk has a file, and its name.
    private func synchronize(_ name: String) throws {
        try FileWriter.synchronize(file: path(of: name))
        FileWriter.synchronize(folder: folder)
    }

    /// Removes a file; none is no error, and neither is what is no name of a file.
    func remove(_ name: String) {
        guard let path = try? path(of: name) else { return }
        _ = unlink(path)
    }

    /// Removes every file but some.
    ///
    /// What it removes is what the folder lists, whatever it is called: rows have no say in that.
    func sweep(keeping names: Set<String>) {
        let manager = FileManager.default
        for name in (try? manager.contentsOfDirectory(atPath: folder)) ?? [] where !names.contains(name) {
            try? manager.removeItem(atPath: "\(folder)/\(name)")
        }
    }

    private func makeFolder() throws {
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw ConsoleError(
                .unavailable, "A file cannot be kept: the data folder cannot be written.", cause: error)
        }
    }
}
