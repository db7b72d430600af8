import DeviceProtocol

extension FaultAction.Patch {
    /// A value in which whatever the path leads to is replaced; as it was if it leads nowhere.
    func applied(to root: JSONValue) -> JSONValue { root.replacing(path.steps[...], by: value) }
}

extension JSONValue {
    /// The value with what steps lead to replaced.
    fileprivate func replacing(_ steps: ArraySlice<JSONPath.Step>, by value: JSONValue) -> JSONValue {
        guard let step = steps.first else { return value }
        let rest = steps.dropFirst()
        if case .below = step { return replacingBelow(rest, by: value) }
        switch self {
        case .array(let elements):
            return .array(
                elements.enumerated().map { place, element in
                    step.leads(to: element, at: place, of: elements.count)
                        ? element.replacing(rest, by: value) : element
                })
        case .object(let members):
            return .object(
                members.map { member in
                    step.leads(to: member)
                        ? JSONMember(name: member.name, value: member.value.replacing(rest, by: value)) : member
                })
        default: return self
        }
    }

    /// The value with what steps lead to replaced, from itself and from everything below it.
    private func replacingBelow(_ steps: ArraySlice<JSONPath.Step>, by value: JSONValue) -> JSONValue {
        let inner: JSONValue =
            switch self {
            case .array(let elements): .array(elements.map { $0.replacingBelow(steps, by: value) })
            case .object(let members):
                .object(members.map { JSONMember(name: $0.name, value: $0.value.replacingBelow(steps, by: value)) })
            default: self
            }
        return steps.isEmpty ? inner : inner.replacing(steps, by: value)
    }
}

extension JSONPath.Step {
    /// Whether the step leads to an element of an array.
    fileprivate func leads(to element: JSONValue, at place: Int, of count: Int) -> Bool {
        switch self {
        case .element(let wanted): wanted == place || wanted + count == place
        case .all: true
        case .matching(let condition): condition.holds(for: element)
        case .member, .below: false
        }
    }

    /// Whether the step leads to a member of an object.
    fileprivate func leads(to member: JSONMember) -> Bool {
        switch self {
        case .member(let name): name == member.name
        case .all: true
        case .matching(let condition): condition.holds(for: member.value)
        case .element, .below: false
        }
    }
}
