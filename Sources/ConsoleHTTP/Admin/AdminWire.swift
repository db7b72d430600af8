package import ConsolePlatform

/// An integer id as first versions write it: `{"Value":570}`.
package struct AdminID: Encodable, Hashable, Sendable {
    let Value: Int64

    package init(_ value: Int64) { Value = value }
}

/// A reference to something else as first versions write it.
package struct AdminReferenceBody: Encodable, Hashable, Sendable {
    let Id: AdminID
    let Name: String?
    let Uuid: String?

    package init(_ id: Int64, name: String? = nil, uuid: String? = nil) {
        Id = AdminID(id)
        Name = name
        Uuid = uuid
    }
}

/// What was created, as first versions answer it.
package struct AdminCreated: Encodable, Hashable, Sendable {
    let Value: Int64
    let uuid: String?

    package init(_ id: Int64, uuid: String? = nil) { (Value, self.uuid) = (id, uuid) }
}

/// The result of a bulk route (AdminAPI, "Bulk bodies").
package struct AdminBulkResult: Encodable, Sendable {
    /// Items that were refused.
    struct Faults: Encodable, Sendable {
        let Fault: [Item]
    }

    /// Why one item was refused.
    struct Item: Encodable, Sendable {
        let ErrorCode: Int
        let ItemValue: String
        let Message: String
    }

    let TotalItems: Int
    let AcceptedItems: Int
    let FailedItems: Int
    let Faults: Faults

    /// The result of doing something for each value; a refusal becomes the fault of that value.
    package static func of(_ values: [String], _ act: (String) async throws -> Void) async throws -> AdminBulkResult {
        var refusals: [(value: String, error: ConsoleError)] = []
        for value in values {
            do {
                try await act(value)
            } catch let error as ConsoleError where error.code != .unavailable && error.code != .internalError {
                refusals.append((value, error))
            }
        }
        return AdminBulkResult(of: values.count, refusals)
    }

    /// The result for a number of values, some of which were refused.
    package init(of count: Int, _ refusals: [(value: String, error: ConsoleError)]) {
        TotalItems = count
        AcceptedItems = count - refusals.count
        FailedItems = refusals.count
        self.Faults = .init(
            Fault: refusals.map { value, error in
                let number = error.number ?? AdminErrorRenderer.status(of: error.code).1
                return Item(ErrorCode: number, ItemValue: value, Message: error.message)
            })
    }
}
