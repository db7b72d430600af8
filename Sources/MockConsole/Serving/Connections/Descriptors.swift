import Foundation

/// How many files the process may have open, connections among them.
enum Descriptors {
    /// Raises the limit as far as connections need it and the system lets it.
    ///
    /// - Parameter connections: How many connections there are to be.
    /// - Returns: The limit; 1,024 if the system does not say it.
    static func raise(to connections: Int) -> Int {
        #if canImport(Darwin)
            let files = RLIMIT_NOFILE
        #else
            let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #endif
        var limit = rlimit()
        guard getrlimit(files, &limit) == 0 else { return 1024 }
        let wanted = rlim_t(connections + ConnectionRules.reserve)
        guard limit.rlim_cur < wanted else { return Int(clamping: limit.rlim_cur) }
        var raised = limit
        raised.rlim_cur = min(wanted, limit.rlim_max)
        return Int(clamping: setrlimit(files, &raised) == 0 ? raised.rlim_cur : limit.rlim_cur)
    }
}
