import Foundation
package import GRDB

extension SQL {
    /// A query for a list of ids; the statement is the same for any number of them.
    package static func ids(_ ids: some Sequence<Int64>) -> SQL {
        "SELECT value AS id FROM json_each(\(ids.jsonList))"
    }

    /// A query for a list of texts.
    package static func texts(_ texts: [String]) throws -> SQL {
        let json = String(decoding: try JSONEncoder().encode(texts), as: UTF8.self)
        return "SELECT value FROM json_each(\(json))"
    }
}

extension Sequence<Int64> {
    /// Ids as a JSON list, which `json_each` reads.
    package var jsonList: String { "[\(map(String.init).joined(separator: ","))]" }
}
