/// The ports for sandboxes, in the words of a configuration: `9001-9016`, or `9001, 9002, 9010-9012`.
struct PortList: Hashable, Sendable {
    /// The most there may be.
    static let maximum = 256

    /// The ports in the order in which they were written; 0 stands for any that is free, and may stand more than once.
    let ports: [Int]

    /// Reads the ports of a configuration.
    ///
    /// - Throws: ``ConfigurationError`` for what is no port, stands there twice, or is the console's own.
    init(_ values: ResolvedConfiguration) throws {
        do {
            ports = try Self.ports(values.sandboxesPorts)
        } catch let problem as Problem {
            let key = ConfigurationKey.sandboxesPorts
            throw ConfigurationError(
                "\(key.name) is \"\(values.text(key))\" (\(values.origin(key))); \(problem.sentence).")
        }
        let own = [(ConfigurationKey.httpPort, values.httpPort), (ConfigurationKey.httpsPort, values.httpsPort)]
        for (key, port) in own where port != 0 && ports.contains(port) {
            throw ConfigurationError(
                "\(key.name) and \(ConfigurationKey.sandboxesPorts.name) both have \(port); they have to differ.")
        }
    }

    /// What is wrong, as the end of a sentence.
    private struct Problem: Error {
        let sentence: String
    }

    private static func ports(_ texts: [String]) throws -> [Int] {
        var found: [Int] = []
        var known: Set<Int> = []
        for text in texts {
            for port in try range(text) {
                guard port == 0 || known.insert(port).inserted else {
                    throw Problem(sentence: "\(port) stands there twice")
                }
                guard found.count < maximum else {
                    throw Problem(sentence: "there may be \(maximum) ports at most")
                }
                found.append(port)
            }
        }
        return found
    }

    /// A port, or all from one to another.
    private static func range(_ text: String) throws -> ClosedRange<Int> {
        let ends = text.split(separator: "-", omittingEmptySubsequences: false).map(number)
        let known = ends.compactMap(\.self)
        guard known.count == ends.count, let first = known.first, let last = known.last, known.count <= 2,
            first <= last, first > 0 || known.count == 1
        else {
            throw Problem(
                sentence: "it has to be ports from 1 to 65535 or 0 for a free one, and ranges such as 9001-9016, "
                    + "separated by commas")
        }
        return first...last
    }

    private static func number(_ text: Substring) -> Int? {
        let digits = text.filter { $0 != " " }
        guard !digits.isEmpty, digits.utf8.count <= 5, digits.utf8.allSatisfy({ (48...57).contains($0) }) else {
            return nil
        }
        return Int(digits).flatMap { (0...65_535).contains($0) ? $0 : nil }
    }
}
