import Foundation

/// What the operating system says of this process.
struct ProcessFigures: Sendable {
    /// Bytes of memory; nil where nobody says so.
    let memory: Double?
    /// Seconds of processors.
    let cpu: Double
    /// Open file descriptors; nil where nobody says so.
    let files: Double?

    /// The figures of this moment.
    static func now() -> ProcessFigures {
        // In microseconds wherever there is POSIX.
        let cpu = Double(clock()) / 1_000_000
        let files = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
        // Sizes in pages: all, then what is in memory.
        let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
        let memory = pages?.dropFirst().first.flatMap { Double($0) }.map { $0 * Double(sysconf(Int32(_SC_PAGESIZE))) }
        return ProcessFigures(memory: memory, cpu: cpu, files: files.map(Double.init))
    }
}
