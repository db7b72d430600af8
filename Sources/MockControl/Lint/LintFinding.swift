import HTTPTypes

/// What a rule has found about one client.
struct LintFinding: Sendable {
    /// The most entries that are listed.
    static let entryLimit = 20

    let rule: LintRule
    /// Whom it is about.
    let subject: String
    /// What was found, in a sentence, the first time.
    let message: String
    /// Ids of the first entries.
    private(set) var entries: [Int64] = []
    /// How many entries there were.
    private(set) var count = 0
    /// Method and path of the first entry.
    let place: String
    /// Id of the last entry.
    private var last: Int64 = 0

    init(_ rule: LintRule, _ subject: String, _ message: String, _ place: String) {
        self.rule = rule
        self.subject = subject
        self.message = message
        self.place = place
    }

    /// Adds an entry that it concerns.
    mutating func add(_ id: Int64) {
        // Of a run that goes on, all but the last were there before.
        guard id > last else { return }
        last = id
        count += 1
        if entries.count < Self.entryLimit { entries.append(id) }
    }
}

/// What all rules have found.
struct LintFindings: Sendable {
    /// The most findings that are kept.
    static let limit = 1000

    private struct Key: Hashable {
        let rule: String
        let subject: String
    }

    /// The findings, in the order they were found.
    private(set) var all: [LintFinding] = []
    /// How many more there were.
    private(set) var omitted = 0
    private var places: [Key: Int] = [:]
    private let rules: Set<String>

    /// Findings of some rules.
    init(rules: Set<String>) {
        self.rules = rules
    }

    /// Notes what a rule has found in an entry.
    mutating func report(_ id: String, _ exchange: LintExchange, _ message: @autoclosure () -> String) {
        report(id, exchange, entries: [exchange.entry.id], message())
    }

    /// Notes what a rule has found in several entries; the last one is where it showed.
    mutating func report(
        _ id: String, _ exchange: LintExchange, entries: [Int64], _ message: @autoclosure () -> String
    ) {
        guard rules.contains(id), let rule = LintRule.byID[id] else { return }
        let key = Key(rule: id, subject: exchange.subject)
        if let place = places[key] {
            for entry in entries { all[place].add(entry) }
            return
        }
        guard all.count < Self.limit else {
            omitted += 1
            return
        }
        let place = "\(exchange.request.head.method.rawValue) \(exchange.request.path)"
        var finding = LintFinding(rule, exchange.subject, message(), place)
        for entry in entries { finding.add(entry) }
        places[key] = all.count
        all.append(finding)
    }
}
