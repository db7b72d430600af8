import ConsolePlatform

/// A page of an audit; names as on the wire (AdminDevices, "Audit").
struct DeviceAuditBody: Encodable, Sendable {
    /// A device.
    struct Device: Encodable, Sendable {
        let DeviceName: String
        let SerialNumber: String
        let Events: [Event]
    }

    /// A result.
    struct Event: Encodable, Sendable {
        let DateTime: String
        let Status: String
        let UserName: String
    }

    let Devices: [Device]
    let Page: Int
    let PageSize: Int
    let Total: Int
    /// Address of the next page; empty on the last one.
    let NextPage: String

    /// The body for a page.
    ///
    /// - Parameters:
    ///   - page: The page.
    ///   - address: Address of the list, without a query.
    ///   - filters: The query of the next page after page and size; empty, or begins with `&`.
    init(_ page: ConsolePlatform.Page<AuditedDevice>, address: String, filters: String) {
        Devices = page.items.map { device in
            Device(
                DeviceName: device.name, SerialNumber: device.serialNumber,
                Events: device.events.map {
                    Event(DateTime: $0.at.zoneless, Status: $0.status.rawValue, UserName: $0.actor)
                })
        }
        Page = page.request.page
        PageSize = page.request.size
        Total = page.total
        let isLast = page.request.offset + page.items.count >= page.total
        NextPage = isLast ? "" : "\(address)?page=\(page.request.page + 1)&pagesize=\(page.request.size)\(filters)"
    }
}
