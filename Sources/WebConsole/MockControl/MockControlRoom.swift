import ConsoleModel

/// What only a test bench can do: look at every request, and make things go wrong on purpose.
struct MockControlRoom: ConsoleRoom {
    var places: [Place] {
        [
            Place("Journal", "/console/journal", keywords: ["Requests", "Traffic", "HAR", "Replay", "Why"]),
            Place("Lint", "/console/lint", keywords: ["Rules", "Findings", "Advice"]),
            Place("Faults", "/console/faults", keywords: ["Latency", "Errors", "Captive portal", "Console down"]),
            Place("Scenarios", "/console/scenarios", keywords: ["States", "Templates"]),
            Place("Clocks", "/console/clocks", keywords: ["Time", "Freeze", "Advance"]),
            Place("Snapshots", "/console/snapshots", keywords: ["Restore", "Reset", "Environment file"]),
            Place("Sandboxes", "/console/sandboxes", keywords: ["Tests", "Isolation"]),
        ]
    }

    func addPages(to door: PageDoor) {
        JournalPages().addPages(to: door)
        LintPages().addPages(to: door)
        FaultPages().addPages(to: door)
        ScenarioPages().addPages(to: door)
        ClockPages().addPages(to: door)
        SnapshotPages().addPages(to: door)
        SandboxPages().addPages(to: door)
    }
}

extension Place {
    /// A place of mock control.
    fileprivate init(_ title: String, _ path: String, keywords: [String]) {
        self.init(title, path, in: "Mock control", area: .console, keywords: keywords)
    }
}
