import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation
import Hummingbird
import Logging
import NIOCore

/// Data usage (DeviceServices, section 17).
///
/// | Method | Path | Credential |
/// |---|---|---|
/// | GET | `/deviceservices/awmdmsdk/v3/samples/datausage` | application |
/// | POST | `/deviceservices/awmdmsdk/v3/samples/datausageperapp` | application |
struct DataUsageDeviceController {
    /// Reports read at once while an answer is written.
    private static let batchSize = 8

    let store: DataUsageStore

    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<DeviceRequestContext>) {
        router.get("/deviceservices/awmdmsdk/v3/samples/datausage", use: list)
        router.post("/deviceservices/awmdmsdk/v3/samples/datausageperapp", use: receive)
    }

    /// A few reports at a time: many never stand in memory.
    private func list(_ request: Request, context: DeviceRequestContext) async throws -> Response {
        let parameters = QueryParameters(request, keepsPlus: true)
        let period: DataUsagePeriod
        do {
            period = try DataUsagePeriod(from: parameters.value("fromdate"), to: parameters.value("todate"))
        } catch {
            throw ConsoleError(.badRequest, "The period cannot be read: \(error).")
        }
        let identity = context.identity
        let first = try await store.reports(in: period, of: identity, after: nil, size: Self.batchSize)
        guard !first.isEmpty else { return .json(data: Data("{}".utf8)) }
        let body = ResponseBody { writer in
            try await writer.write(ByteBuffer(string: "{\"BundleId\":\"\(identity.bundle)\",\"Reports\":["))
            var batch = first
            var separator = ""
            while let last = batch.last?.id {
                for report in batch {
                    let start = "\(separator){\"ReceivedAt\":\"\(report.receivedAt)\",\"Report\":"
                    try await writer.write(ByteBuffer(string: "\(start)\(report.report)}"))
                    separator = ","
                }
                batch = try await store.reports(in: period, of: identity, after: last, size: Self.batchSize)
            }
            try await writer.write(ByteBuffer(string: "]}"))
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: [.contentType: "application/json; charset=utf-8"], body: body)
    }

    private func receive(_ request: Request, context: DeviceRequestContext) async throws -> Response {
        let data = context.body.data
        do {
            _ = try JSONObjectReader(data)
        } catch {
            throw ConsoleError(.badRequest, "The data usage cannot be read: \(error).")
        }
        if try await !store.receive(String(decoding: data, as: UTF8.self), from: context.identity) {
            context.logger.info("Data usage withheld", metadata: ["reason": "The group does not collect it."])
        }
        return .json(data: Data("{}".utf8))
    }
}
