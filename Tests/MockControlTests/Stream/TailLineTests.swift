import Testing

@testable import MockControl

/// Messages of the stream as lines in a terminal.
struct TailLineTests {
    private func event(_ kind: String, _ data: String) -> SentEvent {
        var event = SentEvent()
        (event.kind, event.data) = (kind, data)
        return event
    }

    private let request = """
        {"at":"2026-03-05T10:20:31.007Z","status":403,"method":"POST","target":"/deviceservices/x?a=1","group":"demo",\
        "device":"3f1c9a5d2be84760","user":"demo","milliseconds":0.44,\
        "refusal":{"code":"credentialRevoked","message":"Gone."}}
        """

    @Test func `A request has time, status, method, path, parties, duration and refusal`() {
        let line = TailLine(isColoured: false).text(event("request", request))
        #expect(
            line
                == "10:20:31.007  403  POST     /deviceservices/x?a=1  demo  3f1c9a5d  demo  0.4 ms  credentialRevoked: Gone."
        )
    }

    @Test func `Colours stand for statuses, and none are there without`() {
        #expect(TailLine(isColoured: true).text(event("request", request)).contains("\u{1B}[33m403\u{1B}[0m"))
        #expect(!TailLine(isColoured: false).text(event("request", request)).contains("\u{1B}"))
    }

    @Test func `Who is not known is a dash, an administrator stands for a user`() {
        let data = """
            {"at":"2026-03-05T10:20:31.007Z","status":200,"method":"GET","target":"/api/x","administrator":"admin",\
            "milliseconds":12345}
            """
        let line = TailLine(isColoured: false).text(event("request", data))
        #expect(line == "10:20:31.007  200  GET      /api/x  -  -  admin  12.3 s")
    }

    @Test func `A connection that came to nothing has its advice`() {
        let data = """
            {"at":"2026-03-05T10:20:31.007Z","status":0,"method":"-","target":"","milliseconds":1,\
            "incident":{"kind":"handshake","advice":"Trust the certificate."}}
            """
        let line = TailLine(isColoured: false).text(event("connection", data))
        #expect(line.hasSuffix("1.0 ms  handshake: Trust the certificate."), "\(line)")
    }

    @Test func `An event has action, subject, group and actor`() {
        let data = """
            {"id":1,"at":"2026-03-05T10:20:31.007Z","action":"device.enrolled","actorKind":"device","actor":"3f1c",\
            "subjectKind":"device","subject":"3f1c","group":"demo"}
            """
        let line = TailLine(isColoured: false).text(event("event", data))
        #expect(line == "10:20:31.007  evt  device.enrolled  device 3f1c  demo  by device 3f1c")
    }

    @Test func `Notices are sentences, and what is not known is shown as it is`() {
        let line = TailLine(isColoured: false)
        #expect(line.text(event("notice", #"{"notice":"slow","message":"Too slow."}"#)) == "— slow: Too slow.")
        #expect(line.text(event("future", "{}")) == "future {}")
        #expect(line.text(event("request", "{}")) == "request {}")
    }

    @Test func `What clients send cannot move the cursor of a terminal`() {
        let evil = request.replacing("demo", with: #"\u001b[2J\u009b1m\u202e"#)
        let line = TailLine(isColoured: false).text(event("request", evil))
        #expect(
            !line.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) || $0.value == 0x202E })
        #expect(line.contains("[2J"))
    }
}
