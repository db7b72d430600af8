package import ConsoleHTTP
package import ConsoleModel

/// Clocks of organization groups: what everything asks that wants to know the time (Clocks).
package struct ClockFeature: Feature {
    /// Sets clocks.
    let store: GroupClockStore
    private let limits: Limits

    /// Made of what it moves.
    ///
    /// - Parameters:
    ///   - core: What features stand on.
    ///   - board: Shows the clocks.
    ///   - due: What falls due.
    package init(_ core: Core, board: ClockBoard, due: [DueWork]) {
        store = GroupClockStore(database: core.database, events: core.events, board: board, due: due)
        limits = core.limits
    }

    /// Adds its routes.
    package func addRoutes(to doors: Doors) {
        ClockMockController(store: store, pageLimit: limits.page, bodyLimit: limits.message)
            .addRoutes(to: doors.admin.mock(.console))
    }
}
