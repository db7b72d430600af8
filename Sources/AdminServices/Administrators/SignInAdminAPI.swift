import ConsoleModel
import ConsolePlatform

/// A sign-in; names as on the wire (AdminAdministrators, "Sign-ins").
struct SignInBody: Encodable, Sendable {
    let username: String
    /// Empty if there is no such administrator.
    let administrator_uuid: String
    let organization_group_uuid: String
    let login_time: String
    let ip_address: String
    /// `SUCCESS` or `FAILURE`.
    let status: String

    /// The names that are documented for the same.
    struct Result: Encodable, Sendable {
        let date_time: String
        let user_name: String
        let user_uuid: String
        let source_ip: String
        let login_type = "BASIC"
        let application = ""
        let browser = ""
        let platform = ""
        /// 1 for a success, 0 for a failure.
        let status: Int
    }

    /// The same by the documented names.
    var result: Result {
        Result(
            date_time: login_time, user_name: username, user_uuid: administrator_uuid, source_ip: ip_address,
            status: status == "SUCCESS" ? 1 : 0)
    }

    /// The body for a sign-in.
    init(_ entry: SignInEntry) {
        username = entry.record.username
        administrator_uuid = entry.administratorUUID ?? ""
        organization_group_uuid = entry.groupUUID ?? ""
        (login_time, ip_address) = (entry.record.at.zoneless, entry.record.address)
        status = entry.record.succeeded ? "SUCCESS" : "FAILURE"
    }
}

/// A page of sign-ins: by the documented names, and by those that this console had before.
struct SignInsBody: Encodable, Sendable {
    let login_history: [SignInBody]
    let page: Int
    let page_size: Int
    let search_result: [SignInBody.Result]
    let total: Int
    let total_records: Int

    /// The body for a page.
    init(_ page: Page<SignInEntry>) {
        login_history = page.items.map(SignInBody.init)
        search_result = login_history.map(\.result)
        (self.page, page_size) = (page.request.page, page.request.size)
        (total, total_records) = (page.total, page.total)
    }
}
