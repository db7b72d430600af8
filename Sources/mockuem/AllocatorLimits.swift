import CAllocator

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
}
