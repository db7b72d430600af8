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
/// | GET | `/console/ca.cer` | the certificate to trust, as DER |
/// | GET | `/console/enrollment.svg` | a QR code of the enrollment page's address |
struct MonitorRoom: ConsoleRoom {
    /// Where apps find the console, for whoever sent a request; nil before it is known.
    let serverURL: @Sendable (Request) -> String?
    /// The certificate that clients have to be made to trust; nil if they trust it anyway.
    let trust: TrustAnchor?

    var places: [Place] {
        [
            Place(
                "Monitor", "/console", in: "Monitor", area: nil,
                keywords: ["Dashboard", "Hub", "Live", "Requests", "Getting Started", "Enrollment QR code"]),
            EventPages.place,
        ]
    }

    func addPages(to door: PageDoor) {
        door.page("/console") { try await MonitorPage(visit: $0, serverURL: serverURL(of: $0), trust: trust).page() }
        EventPages.add(to: door)
        door.get("/console/stream") { [gate = door.gate] visit in
            guard !gate.origin.isForeign(visit.request) else {
                throw ConsoleError(.forbidden, "A page of another site asked for what happens here.")
            }
            let secret = gate.cookie.value(in: visit.request) ?? ""
            return SessionStream.answer(try await visit.api.answer(StreamRelay.call(for: visit.request))) {
                gate.sessions.isAlive(secret)
            }
        }
        door.get("/console/ca.cer") { [trust] _ in
            guard let certificate = trust?.certificate else {
                throw ConsoleError(.notFound, "Clients trust the certificate of this console anyway.")
            }
            return Response(
                status: .ok,
                headers: [
                    .contentType: "application/x-x509-ca-cert",
                    .contentDisposition: "attachment; filename=\"mockuem-ca.cer\"",
                ], body: ResponseBody(byteBuffer: ByteBuffer(bytes: certificate)))
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
