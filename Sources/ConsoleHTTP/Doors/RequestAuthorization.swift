import Foundation
import HTTPTypes
package import Hummingbird

extension Request {
    /// What the header `Authorization` says; nil without one, and if it is empty: clients that have no credential yet
    /// send it so.
    package var authorization: String? {
        let values = headers[values: .authorization].filter { !$0.allSatisfy(\.isWhitespace) }
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }
}
