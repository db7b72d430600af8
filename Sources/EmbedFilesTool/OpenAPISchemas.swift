/// The short forms of schemas, and of parameters, headers, bodies and answers, which have one.
struct OpenAPISchemas {
    /// Templates that describe schemas.
    let templates: [OpenAPITemplate]

    private static let types: Set<String> = ["array", "boolean", "integer", "null", "number", "object", "string"]
    private static let formats: Set<String> = ["binary", "date-time", "uuid"]

    /// A schema from its short form.
    ///
    /// A text is the name of one; `members` are the properties of an object, required unless their names end
    /// with a question mark; `items` are of an array; `versions` are schemas by the first version that has them.
    func schema(_ tree: Tree) throws -> Tree {
        if case .text(let name) = tree { return try named(name) }
        guard tree.isObject else { return tree }
        for template in templates {
            guard let words = tree[template.name] else { continue }
            return try schema(Self.merged(try template.filled(with: words), with: tree, but: template.name))
        }
        var result: Tree = [:]
        if tree["type"] == nil {
            if tree["members"] != nil { result["type"] = "object" }
            if tree["items"] != nil { result["type"] = "array" }
        }
        for member in tree.members {
            let value = member.value
            switch (member.key, value) {
            case ("type", .text), ("type", .object): result = result.overridden(by: try schema(value))
            case ("members", _): result = result.overridden(by: try object(value))
            case ("items", _), ("additionalProperties", _): result[member.key] = try schema(value)
            case ("oneOf", _): result[member.key] = .list(try value.elements.map(schema))
            // Only the route knows which versions it has.
            case ("versions", _): result["x-versions"] = try value.mapped { try schema($0.value) }
            default: result[member.key] = value
            }
        }
        return result
    }

    /// What a member is: a schema, or a text that describes a text.
    func described(_ tree: Tree) throws -> Tree {
        guard let words = tree.words else { return try schema(tree) }
        return ["type": "string", "description": .text(words)]
    }

    /// A parameter or a header from what it is: its schema apart from the members it has besides.
    func carrier(_ tree: Tree, besides members: Set<String>) throws -> Tree {
        let whole = try described(tree)
        var result = Tree.object(whole.members.filter { members.contains($0.key) })
        var schema = Tree.object(whole.members.filter { !members.contains($0.key) })
        if schema["type"] == nil, schema["$ref"] == nil { schema["type"] = "string" }
        result["schema"] = schema
        return result
    }

    /// A body or an answer from its short form.
    ///
    /// A text describes it; `schema` and `example` are of JSON; types of media in `content` may have the name of a
    /// schema.
    func message(_ tree: Tree) throws -> Tree {
        if let words = tree.words { return ["description": .text(words)] }
        var result = tree
        result["schema"] = nil
        result["example"] = nil
        var content = try tree["content"]?.mapped { try medium($0.value) } ?? [:]
        let json = tree.members.filter { $0.key == "schema" || $0.key == "example" }
        if !json.isEmpty { content["application/json"] = try medium(.object(json)) }
        if !content.members.isEmpty { result["content"] = content }
        result["headers"] = try tree["headers"]?.mapped { try carrier($0.value, besides: ["description"]) }
        return result
    }

    private func medium(_ tree: Tree) throws -> Tree {
        if case .text = tree { return ["schema": try schema(tree)] }
        var result = tree
        if let schema = tree["schema"] { result["schema"] = try self.schema(schema) }
        return result
    }

    private func object(_ members: Tree) throws -> Tree {
        var required: [Tree] = []
        var properties: [Tree.Member] = []
        for member in members.members {
            let isRequired = !member.key.hasSuffix("?")
            let name = isRequired ? member.key : String(member.key.dropLast())
            if isRequired { required.append(.text(name)) }
            properties.append(Tree.Member(name, try described(member.value)))
        }
        var result: Tree = ["properties": .object(properties)]
        if !required.isEmpty { result["required"] = .list(required) }
        return result
    }

    /// What a template became, with additions: members are added to its own, anything else replaces it.
    private static func merged(_ filled: Tree, with tree: Tree, but template: String) -> Tree {
        var result = filled
        for member in tree.members where member.key != template {
            let isAdded = member.key == "members"
            result[member.key] = isAdded ? filled[member.key].overridden(by: member.value) : member.value
        }
        return result
    }

    private func named(_ name: String) throws -> Tree {
        if let template = templates.first(where: { $0.name == name }) {
            return try schema(try template.filled(with: [:]))
        }
        if Self.types.contains(name) { return ["type": .text(name)] }
        if Self.formats.contains(name) {
            return ["type": "string", "format": .text(name)]
        }
        return ["$ref": .text("#/components/schemas/\(name)")]
    }
}
