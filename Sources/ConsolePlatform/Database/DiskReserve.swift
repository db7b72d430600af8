import Foundation

/// A file that holds some room on the disk, given up when the disk is full and something is to be deleted.
struct DiskReserve: Sendable {
    /// The most bytes it holds.
    static let byteCount: Int64 = 4 << 20
    /// With fewer bytes it would be of no use.
    private static let least: Int64 = 128 << 10
    /// Bytes that are left free when it is taken again.
    private static let left: Int64 = 512 << 10

    /// Where it is.
    let path: String

    /// Whether it is held now.
    private var isHeld: Bool { FileManager.default.fileExists(atPath: path) }

    /// Takes an eighth of what is free, unless it is held already.
    func take() { take { $0 / 8 } }

    /// Takes what is free but for some room that is needed to go on, after it was given up.
    func takeAgain() { take { $0 - Self.left } }

    /// Gives it up.
    func release() { try? FileManager.default.removeItem(atPath: path) }

    private func take(_ share: (Int64) -> Int64) {
        guard !isHeld, let free = Self.free(at: path) else { return }
        let size = min(Self.byteCount, share(free))
        guard size >= Self.least else { return }
        do {
            let file = try PrivateFile.create(at: path)
            defer { try? file.close() }
            // Written rather than set as a length: a file with a hole holds no room.
            let part = Data(count: 64 << 10)
            for _ in 0..<(size / Int64(part.count)) { try file.write(contentsOf: part) }
        } catch {
            release()
        }
    }

    /// Bytes that are free on the disk of a file; nil if that cannot be said.
    static func free(at path: String) -> Int64? {
        let folder = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
        let attributes = try? FileManager.default.attributesOfFileSystem(forPath: folder)
        return (attributes?[.systemFreeSize] as? NSNumber)?.int64Value
    }
}
