public import Foundation

extension BeaconReport {
    /// The JSON of a beacon without its place; everything else as it was written.
    ///
    /// For consoles that do not collect locations. Throws for what is no JSON.
    public static func withoutLocation(_ json: Data) throws(MessageError) -> Data {
        var parser = JSONParser(json)
        guard case .object(let members) = try parser.parse() else { throw MessageError("must be an object") }
        let kept = members.map { member in
            guard member.name == "payLoad", case .object(let fields) = member.value else { return member }
            let rest = fields.filter { !BeaconLocation.members.contains($0.name) }
            return JSONMember(name: member.name, value: .object(rest))
        }
        return JSONValue.object(kept).encoded()
    }
}
