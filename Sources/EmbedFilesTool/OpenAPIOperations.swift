/// The short forms of operations, and what follows from the beginnings of their paths.
struct OpenAPIOperations {
    let schemas: OpenAPISchemas
    /// Names of parameters, or parameters, that go together.
    let sets: [Tree.Member]
    /// What routes below a path have in common; the longest beginning of a path counts.
    let doors: [Tree.Member]
    /// The family of the file's routes, or families by what paths begin with.
    let family: Tree?
    /// Descriptions of the captures in the file's paths, by name.
    let captures: Tree?

    /// Members of a parameter that do not belong to its schema.
    static let parameterMembers: Set<String> = ["description", "example", "in", "name", "required", "x-copied"]

    /// An operation as OpenAPI has it.
    ///
    /// - Throws: ``OpenAPIProblem`` for something unknown.
    func operation(_ tree: Tree, method: String, path: String) throws -> Tree {
        let door = Self.longest(doors, path) ?? [:]
        var result = tree
        if result["tags"] == nil {
            guard let name = family.flatMap({ $0.isObject ? Self.longest($0.members, path) : $0 }) else {
                throw OpenAPIProblem(description: "\(path): the file names no family")
            }
            result["tags"] = .list([name])
        }
        if result["security"] == nil { result["security"] = door["security"] }
        let parameters = try parameters(tree["parameters"]?.elements ?? [], path: path, door: door)
        result["parameters"] = parameters.isEmpty ? nil : .list(parameters)
        result["requestBody"] = try tree["requestBody"].map(requestBody)
        result["refusals"] = nil
        var responses = try tree["responses"]?.mapped { try schemas.message($0.value) } ?? [:]
        for (status, refusal) in try refusals(result, tree["refusals"], method: method, path: path, door: door)
        where responses[status] == nil {
            responses[status] = ["$ref": .text("#/components/responses/\(refusal)")]
        }
        result["responses"] = responses
        return result
    }

    private static func longest(_ members: [Tree.Member], _ path: String) -> Tree? {
        members.filter { path.hasPrefix($0.key) }.max { $0.key.count < $1.key.count }?.value
    }

    // MARK: Parameters

    private func parameters(_ trees: [Tree], path: String, door: Tree) throws -> [Tree] {
        let captured = path.split(separator: "/").filter { $0.hasPrefix("{") }.map { String($0.dropFirst().dropLast()) }
        let given = trees.flatMap { tree in sets.first { $0.key == tree.words }?.value.elements ?? [tree] }
        let ofPath = try captured.map { name in
            if let own = given.first(where: { $0[name] != nil })?[name] ?? captures?[name] {
                return try parameter(Tree.Member(name, own), in: "path")
            }
            return Self.shared(door["captures"]?[name]?.words ?? name)
        }
        let others = given.filter { tree in !captured.contains { tree[$0] != nil } }
        return try ofPath
            + others.map { tree in
                if let name = tree.words { return Self.shared(name) }
                guard let member = tree.members.first, tree.members.count == 1 else {
                    throw OpenAPIProblem(description: "\(path): a parameter is a name and what it is")
                }
                return try parameter(member, in: "query")
            }
    }

    /// A parameter from its name and what it is; one in a path is required and not empty.
    func parameter(_ member: Tree.Member, in place: String) throws -> Tree {
        let place: Tree = ["name": .text(member.key), "in": .text(place)]
        var result = place.overridden(by: try schemas.carrier(member.value, besides: Self.parameterMembers))
        if result["in"]?.words == "path" {
            result["required"] = .literal("true")
            var schema = result["schema"] ?? [:]
            if schema["minLength"] == nil { schema["minLength"] = .literal("1") }
            result["schema"] = schema
        }
        return result
    }

    private static func shared(_ name: String) -> Tree { ["$ref": .text("#/components/parameters/\(name)")] }

    // MARK: Bodies and refusals

    /// A body is required unless the file says that it is optional.
    private func requestBody(_ tree: Tree) throws -> Tree {
        var result = try schemas.message(tree)
        result["required"] = tree["required"]?.words == "false" ? nil : .literal("true")
        return result
    }

    /// Statuses and names of refusals: those of the door and a list of others, or lists by name instead of both.
    private func refusals(
        _ operation: Tree, _ given: Tree?, method: String, path: String, door: Tree
    ) throws -> [(status: String, refusal: String)] {
        var result: [(status: String, refusal: String)] = []
        if let given, given.isObject {
            for member in given.members {
                result += member.value.elements.compactMap(\.words).map { ($0, member.key) }
            }
        } else if let name = door["refusal"]?.words {
            let reasons = Self.reasons(operation, method: method, path: path)
            let usual = (door["statuses"]?.members ?? []).filter { reasons.contains($0.key) }
            let statuses = usual.flatMap(\.value.elements) + (given?.elements ?? [])
            result = statuses.compactMap(\.words).map { ($0, name) }
        } else if let given, !given.elements.isEmpty {
            throw OpenAPIProblem(description: "\(path): it has to be said which refusals these are")
        }
        return result.sorted { $0.status < $1.status }
    }

    /// Why an operation may be refused, as doors name it.
    private static func reasons(_ operation: Tree, method: String, path: String) -> Set<String> {
        var reasons: Set = ["always"]
        if operation["security"]?.elements.isEmpty != true { reasons.insert("credential") }
        if operation["parameters"] != nil || operation["requestBody"] != nil { reasons.insert("input") }
        if path.contains("{") { reasons.insert("capture") }
        if method != "get", method != "head" { reasons.insert("writing") }
        return reasons
    }
}
