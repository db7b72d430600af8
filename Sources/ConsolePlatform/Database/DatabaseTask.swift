/// What a task reads and writes for.
///
/// One task local for both parts, since each read asks for both.
struct DatabaseTask: Sendable {
    @TaskLocal static var current = DatabaseTask()

    /// For whom; nil for the console itself.
    var caller: (any DatabaseCaller)?
    /// The epoch that counts; nil for any.
    var epoch: UInt64?
    /// Whether what it writes makes room by deleting something.
    var isDeletion = false
}
