import ConsolePlatform
import Foundation

/// Makes one attempt: puts the request together, sends it, and says what came back.
struct NotificationCourier: Sendable {
    /// The result of an attempt.
    struct Result: Sendable {
        let attempt: NotificationAttemptRecord
        /// Whether the target is not allowed.
        let isRefused: Bool
        /// Seconds the target asks for.
        let retryAfter: Int64?
    }

    /// Bytes of an answer's header fields that are kept in the log.
    private static let headersKept = 8192

    let client: OutgoingClient
    /// Such as `MockUEM/0.1.0`.
    let userAgent: String

    /// Delivers.
    ///
    /// - Parameters:
    ///   - parcel: The delivery and its target.
    ///   - now: The time of the notification's group.
    /// - Returns: The result; a failure is one, too.
    /// - Throws: `CancellationError` if the console is stopping: the attempt does not count then.
    func send(_ parcel: NotificationParcel, at now: Timestamp) async throws -> Result {
        let (delivery, notification) = (parcel.delivery, parcel.notification)
        var attempt = NotificationAttemptRecord(
            deliveryId: try delivery.storedID(), at: now, url: notification.url, requestHeaders: "{}")
        do {
            let headers = headers(parcel, at: now)
            attempt.requestHeaders = try Self.shown(headers)
            let answer = try await client.send(
                "POST", notification.url, headers: headers, body: Data(delivery.body.utf8))
            attempt.url = answer.url.description
            try Self.fill(&attempt, with: answer.response, hiding: Self.credentials(parcel))
            let fields = answer.response.headers
            let retryAfter = fields["retry-after"].flatMap {
                RetryAfter.seconds($0, date: fields["date"], now: now)
            }
            return Result(attempt: attempt, isRefused: false, retryAfter: retryAfter)
        } catch let refusal as OutgoingRefusal {
            attempt.error = "Refused: \(refusal)."
            return Result(attempt: attempt, isRefused: true, retryAfter: nil)
        } catch let failure as OutgoingFailure {
            attempt.error = "Failed: \(failure)."
            return Result(attempt: attempt, isRefused: false, retryAfter: nil)
        }
    }

    /// Tests whether a target answers: a GET that must be answered 200.
    ///
    /// - Parameters:
    ///   - url: The target.
    ///   - username: For Basic; none if it is empty.
    ///   - password: For Basic.
    /// - Returns: Status, if an answer came, and what is wrong, if something is.
    /// - Throws: `CancellationError`.
    func test(_ url: String, username: String, password: String) async throws -> (status: Int?, error: String?) {
        var headers = [("User-Agent", userAgent), ("Accept", "*/*")]
        if let field = Self.authorization(username, password) { headers.append(field) }
        do {
            let answer = try await client.send("GET", url, headers: headers, body: Data()).response
            return (answer.status, answer.status == 200 ? nil : "The target answered \(answer.status), not 200.")
        } catch let refusal as OutgoingRefusal {
            return (nil, "Refused: \(refusal).")
        } catch let failure as OutgoingFailure {
            return (nil, "Failed: \(failure).")
        }
    }

    private func headers(_ parcel: NotificationParcel, at now: Timestamp) -> [(name: String, value: String)] {
        let delivery = parcel.delivery
        var headers = [
            ("Content-Type", delivery.format.contentType), ("User-Agent", userAgent), ("Accept", "*/*"),
            ("X-MockUEM-Delivery", delivery.uuid), ("X-MockUEM-Attempt", String(delivery.attempts + 1)),
            ("X-MockUEM-Event", delivery.eventType), ("X-MockUEM-Timestamp", String(now.seconds)),
            (
                NotificationSignature.header,
                NotificationSignature.value(of: delivery.body, secret: parcel.secret, at: now)
            ),
        ]
        if let field = Self.authorization(parcel.notification.username, parcel.password) { headers.append(field) }
        return headers
    }

    private static func authorization(_ username: String, _ password: String) -> (String, String)? {
        guard !username.isEmpty || !password.isEmpty else { return nil }
        return ("Authorization", "Basic \(Data("\(username):\(password)".utf8).base64EncodedString())")
    }

    /// Removes values from the answer of a target that repeats its request, so that they stay out of the log.
    private static func credentials(_ parcel: NotificationParcel) -> [String] {
        var texts = [parcel.secret]
        if let field = authorization(parcel.notification.username, parcel.password) {
            texts.append(String(field.1.dropFirst("Basic ".count)))
        }
        // A short one would be found in texts that have nothing to do with it.
        if parcel.password.unicodeScalars.count >= 8 { texts.append(parcel.password) }
        return texts
    }

    private static func fill(
        _ attempt: inout NotificationAttemptRecord, with response: OutgoingResponse, hiding credentials: [String]
    ) throws {
        func hidden(_ text: String) -> String {
            credentials.reduce(text) { $0.replacing($1, with: "<redacted>") }
        }
        attempt.status = response.status
        attempt.responseHeaders = try json(
            kept(response.headers.filter { $0.key != "set-cookie" }.mapValues(hidden)))
        let body = String(decoding: response.body, as: UTF8.self).withoutNUL
        attempt.responseBody = hidden(body)
        if !(200...299).contains(response.status) { attempt.error = "The target answered \(response.status)." }
    }

    /// The header fields of an answer for the log: the first ones by name, each shortened.
    private static func kept(_ headers: [String: String]) -> [String: String] {
        var (kept, left) = ([String: String](), headersKept)
        for (name, value) in headers.sorted(by: { $0.key < $1.key }) {
            let start = String(value.prefix(1000))
            left -= name.utf8.count + start.utf8.count
            guard left >= 0 else { break }
            kept[name] = start
        }
        return kept
    }

    /// Header fields as the log shows them.
    private static func shown(_ headers: [(name: String, value: String)]) throws -> String {
        try json(
            Dictionary(headers.map { ($0.name, $0.name == "Authorization" ? "<redacted>" : $0.value) }) { $1 })
    }

    private static func json(_ fields: [String: String]) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(fields), as: UTF8.self)
    }
}
