import ConsoleHTTP
import ConsolePlatform
import HTTPTypes
import Hummingbird
import NIOCore

/// What is happening now.
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/console` | the page |
/// | GET | `/console/stream` | what happens, as it happens |
/// | GET | `/console/enrollment.svg` | a QR code of the enrollment page's address |
struct MonitorRoom: ConsoleRoom {
    /// Where apps find the console, for whoever sent a request; nil before it is known.
    let serverURL: @Sendable (Request) -> String?

    var places: [Place] {
        [
            Place(
                "Monitor", "/console", in: "Monitor", area: nil,
                keywords: ["Dashboard", "Hub", "Live", "Requests", "Getting Started", "Enrollment QR code"])
        ]
    }

    func addPages(to door: PageDoor) {
        door.page("/console") { try await MonitorPage(visit: $0, serverURL: serverURL(of: $0)).page() }
        door.get("/console/stream") { [origin = door.gate.origin] visit in
            guard !origin.isForeign(visit.request) else {
                throw ConsoleError(.forbidden, "A page of another site asked for what happens here.")
            }
            return try await visit.api.answer(StreamRelay.call(for: visit.request))
        }
        door.get("/console/enrollment.svg") { visit in
            guard let code = QRCode(serverURL(of: visit) + FirstDevice.enrollmentPath) else {
                throw ConsoleError(.unprocessable, "The address has more than \(QRCode.limit) bytes.")
            }
            return Response(
                status: .ok, headers: [.contentType: "image/svg+xml"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: code.svg)))
        }
    }

    private func serverURL(of visit: Visit) -> String { serverURL(visit.request) ?? visit.origin }
}
