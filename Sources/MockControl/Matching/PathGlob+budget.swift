extension PathGlob {
    /// Places of a pattern that are looked at in a step of a budget.
    private static let placesOfStep = 8

    /// Whether a path is such a one; not if there are too few steps to find out.
    func matches(_ path: String, _ budget: inout MatchBudget) -> Bool {
        budget.spend(1 + path.utf8.count * (1 + partCount) / Self.placesOfStep) && matches(path)
    }
}
