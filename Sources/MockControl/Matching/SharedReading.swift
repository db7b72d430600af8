/// A request that is held against matchers of several customers: it is read once, and each customer has a budget.
struct SharedReading {
    private var reading: MatchReading
    /// What is left to each customer that has spent something.
    private var budgets: [Int64?: MatchBudget] = [:]
    /// The steps of each customer.
    private let steps: Int

    init(_ subject: any MatchSubject, steps: Int? = nil) {
        reading = MatchReading(subject)
        self.steps = steps ?? MatchReading.steps(for: subject)
    }

    /// The request.
    var subject: any MatchSubject { reading.subject }

    /// Whether a matcher of a customer means the request; not if too little is left to the customer to find out.
    mutating func matches(_ matcher: RequestMatcher, of customer: Int64?, _ groups: GroupTree) -> Bool {
        reading.budget = budgets[customer] ?? MatchBudget(steps)
        // One that needs none of what others have used up is found as always.
        reading.budget.begin()
        defer { budgets[customer] = reading.budget }
        return matcher.matches(&reading, groups)
    }

    /// Steps that are left to a customer.
    func left(to customer: Int64?) -> Int { budgets[customer]?.left ?? steps }
}
