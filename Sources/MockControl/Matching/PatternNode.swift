/// A part of a pattern.
indirect enum PatternNode {
    case take(ScalarSet)
    case assert(PatternProgram.Assertion)
    case sequence([PatternNode])
    case either([PatternNode])
    case repetition(PatternNode, Int, Int?)

    /// More than any pattern may have, so that sums and products of sizes stay small.
    private static let tooLarge = 100_000

    /// How many instructions it becomes, without having them all; what becomes none counts as one, since writing out a
    /// repetition of nothing takes as many steps as one of something.
    var size: Int {
        let size =
            switch self {
            case .take, .assert: 1
            case .sequence(let nodes): nodes.reduce(0) { min(Self.tooLarge, $0 + $1.size) }
            case .either(let nodes): nodes.reduce(0) { min(Self.tooLarge, $0 + $1.size + 2) }
            case .repetition(let node, let least, let most):
                node.size * (most ?? least + 1) + 2 * ((most ?? least + 1) - least)
            }
        return min(Self.tooLarge, max(1, size))
    }

    /// Adds the instructions.
    func append(to program: inout PatternProgram) {
        switch self {
        case .take(let set): program.append(set)
        case .assert(let assertion): program.append(.assert(assertion))
        case .sequence(let nodes): for node in nodes { node.append(to: &program) }
        case .either(let nodes): append(nodes[...], to: &program)
        case .repetition(let node, let least, let most):
            for _ in 0..<least { node.append(to: &program) }
            append(optional: node, times: most.map { $0 - least }, to: &program)
        }
    }

    private func append(_ nodes: ArraySlice<PatternNode>, to program: inout PatternProgram) {
        var ends: [Int] = []
        for node in nodes.dropLast() {
            let fork = program.count
            program.append(.accept)
            node.append(to: &program)
            ends.append(program.count)
            program.append(.accept)
            program.instructions[fork] = .fork(fork + 1, program.count)
        }
        nodes.last?.append(to: &program)
        for end in ends { program.instructions[end] = .jump(program.count) }
    }

    /// Adds what may be there some times; any number of times for nil.
    private func append(optional node: PatternNode, times: Int?, to program: inout PatternProgram) {
        guard let times else {
            let fork = program.count
            program.append(.accept)
            node.append(to: &program)
            program.append(.jump(fork))
            program.instructions[fork] = .fork(fork + 1, program.count)
            return
        }
        var forks: [Int] = []
        for _ in 0..<times {
            forks.append(program.count)
            program.append(.accept)
            node.append(to: &program)
        }
        for fork in forks { program.instructions[fork] = .fork(fork + 1, program.count) }
    }
}
