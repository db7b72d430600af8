/// The names of what a console measures (Metrics, "What there is").
package enum ConsoleMetrics {
    // Requests
    static let requests = MetricFamily(
        "mockuem_http_requests_total", .counter, "Requests that were answered, by method, route and status.")
    static let durations = MetricFamily(
        "mockuem_http_request_duration_seconds", .histogram, "Time until an answer was ready.",
        bounds: MetricFamily.seconds)
    static let refusals = MetricFamily(
        "mockuem_refusals_total", .counter, "Requests that were refused, by surface and code of the refusal.")
    static let logins = MetricFamily(
        "mockuem_logins_total", .counter, "Logins of devices and requests for tokens, by surface and outcome.")

    // The database
    static let commitUnits = MetricFamily(
        "mockuem_database_commit_units", .histogram, "Units of work in a commit.",
        bounds: [1, 2, 4, 8, 16, 32, 64, 128, 256])
    static let commitSeconds = MetricFamily(
        "mockuem_database_commit_seconds", .histogram, "Time a commit took.", bounds: MetricFamily.seconds)
    static let queue = MetricFamily(
        "mockuem_database_queue_length", .gauge, "Units of work that wait to be written.")
    static let databaseBytes = MetricFamily("mockuem_database_bytes", .gauge, "Size of a file.")
    static let databasePages = MetricFamily(
        "mockuem_database_pages", .gauge, "Pages of the database, used or free.")

    // What there is
    static let journalEntries = MetricFamily("mockuem_journal_entries", .gauge, "Entries of the journal.")
    static let journalBytes = MetricFamily("mockuem_journal_bytes", .gauge, "Bytes the journal takes in memory.")
    static let journalEvicted = MetricFamily(
        "mockuem_journal_evicted_total", .counter, "Entries that the bounds of the journal have evicted.")
    static let waits = MetricFamily("mockuem_waits", .gauge, "Open requests to /_mock/wait.")
    static let streams = MetricFamily("mockuem_streams", .gauge, "Open streams of events.")
    static let devices = MetricFamily("mockuem_devices", .gauge, "Devices by status of their enrollment.")
    static let build = MetricFamily("mockuem_build_info", .gauge, "Always 1, with the versions.")

    // The process
    static let memory = MetricFamily("process_resident_memory_bytes", .gauge, "Resident memory in bytes.")
    static let cpu = MetricFamily(
        "process_cpu_seconds_total", .counter, "Time of processors that was used, in seconds.")
    static let files = MetricFamily("process_open_fds", .gauge, "Open file descriptors.")
    static let start = MetricFamily(
        "process_start_time_seconds", .gauge, "When the console started, in seconds since 1970.")

    /// What is measured as it happens; the rest is found out when it is asked for.
    package static let measured = [requests, durations, refusals, logins, commitUnits, commitSeconds]
}
