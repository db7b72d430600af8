import CAllocator
import Foundation
import MockConsole

/// Limits of the memory allocator.
enum AllocatorLimits {
    #if os(Linux)
        /// Heaps the threads share; glibc would give each thread its own, up to eight for each core.
        private static let arenas: Int32 = 2
    #endif

    /// Keeps freed memory from being spread over many heaps.
    ///
    /// Work on the database goes from thread to thread. With a heap for each, the memory of the largest write stays
    /// behind in every one: 50 MB after 100,000 analytics events, instead of 7. Call it before threads are made.
    static func set() {
        #if os(Linux)
            _ = mallopt(M_ARENA_MAX, arenas)
        #endif
    }

    /// Gives memory back that glibc keeps; nil where another allocator does so by itself.
    static var memoryReturn: MemoryReturn? {
        #if os(Linux)
            MemoryReturn(resident: { resident() }, giveBack: { _ = malloc_trim(0) })
        #else
            nil
        #endif
    }

    #if os(Linux)
        /// Resident bytes that are no file's; nil without `/proc`.
        private static func resident() -> Int? {
            let text = FileManager.default.contents(atPath: "/proc/self/statm").map {
                String(decoding: $0, as: UTF8.self)
            }
            let pages = text?.split(separator: " ").compactMap { Int($0) } ?? []
            return pages.count > 2 ? (pages[1] - pages[2]) * Int(sysconf(Int32(_SC_PAGESIZE))) : nil
        }
    #endif
}
