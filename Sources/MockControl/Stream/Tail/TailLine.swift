import Foundation

/// A message of the stream as a line in a terminal (Stream, "In a terminal").
package struct TailLine: Sendable {
    /// Whether it is coloured.
    private let isColoured: Bool

    /// Lines with colours, or without.
    package init(isColoured: Bool) {
        self.isColoured = isColoured
    }

    /// An entry of the journal.
    private struct Request: Decodable {
        struct Refusal: Decodable {
            let code: String?
            let message: String
        }

        let at: String
        let status: Int
        let method: String
        let target: String
        let group: String?
        let device: String?
        let bundleId: String?
        let user: String?
        let administrator: String?
        let milliseconds: Double
        let refusal: Refusal?
        let incident: Incident?
    }

    /// What went wrong with a connection.
    private struct Incident: Decodable {
        let kind: String
        let advice: String
    }

    /// A row of the event log.
    private struct Event: Decodable {
        let at: String
        let action: String
        let actorKind: String
        let actor: String
        let subjectKind: String
        let subject: String
        let group: String?
    }

    /// Something about the stream.
    private struct Notice: Decodable {
        let notice: String
        let message: String
    }

    /// Colours by their codes.
    private enum Colour: String {
        case red = "31"
        case green = "32"
        case yellow = "33"
        case cyan = "36"
        case faint = "2"
        case bold = "1"
    }

    /// The line for a message, without its end.
    package func text(_ event: SentEvent) -> String {
        let data = Data(event.data.utf8)
        let decoder = JSONDecoder()
        switch event.kind {
        case "request", "connection":
            if let request = try? decoder.decode(Request.self, from: data) { return line(request) }
        case "event": if let event = try? decoder.decode(Event.self, from: data) { return line(event) }
        case "notice":
            if let notice = try? decoder.decode(Notice.self, from: data) {
                return paint("— \(notice.notice): \(Self.plain(notice.message))", .yellow)
            }
        default: break
        }
        return Self.plain("\(event.kind) \(event.data)")
    }

    private func line(_ request: Request) -> String {
        let status = paint("\(request.status)", colour(of: request.status))
        let method = request.method.padding(toLength: max(7, request.method.count), withPad: " ", startingAt: 0)
        let parties = [
            request.group, request.device.map { String($0.prefix(8)) }, request.user ?? request.administrator,
        ].map { $0.map(Self.plain) ?? "-" }
        var fields = [paint(Self.time(request.at), .faint), status, paint(Self.plain(method), .bold)]
        fields.append(Self.plain(request.target))
        fields += parties
        fields.append(paint(Self.duration(request.milliseconds), .faint))
        if let refusal = request.refusal {
            let code = refusal.code.map { "\($0): " } ?? ""
            fields.append(paint(Self.plain("\(code)\(refusal.message)"), colour(of: request.status)))
        }
        if let incident = request.incident {
            fields.append(paint(Self.plain("\(incident.kind): \(incident.advice)"), .yellow))
        }
        return fields.joined(separator: "  ")
    }

    private func line(_ event: Event) -> String {
        [
            paint(Self.time(event.at), .faint), paint("evt", .cyan), paint(Self.plain(event.action), .cyan),
            Self.plain("\(event.subjectKind) \(event.subject)"), event.group.map(Self.plain) ?? "-",
            paint(Self.plain("by \(event.actorKind) \(event.actor)"), .faint),
        ].joined(separator: "  ")
    }

    private func colour(of status: Int) -> Colour {
        switch status {
        case ..<300: .green
        case ..<400: .cyan
        case ..<500: .yellow
        default: .red
        }
    }

    private func paint(_ text: String, _ colour: Colour) -> String {
        isColoured ? "\u{1B}[\(colour.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// `10:20:30.125` of a time in ISO 8601.
    private static func time(_ text: String) -> String {
        let time = text.split(separator: "T").last.map { String($0.prefix(12)) } ?? text
        return plain(time)
    }

    private static func duration(_ milliseconds: Double) -> String {
        if milliseconds < 10 { return "\((milliseconds * 10).rounded() / 10) ms" }
        if milliseconds < 10_000 { return "\(Int(milliseconds.rounded())) ms" }
        return "\((milliseconds / 100).rounded() / 10) s"
    }

    /// A text without what a terminal obeys: what clients send must not move its cursor.
    static func plain(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
                    // Marks that turn the direction of what follows.
                    let isTurning = (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
                    return isControl || isTurning ? "\u{FFFD}" : scalar
                }))
    }
}
