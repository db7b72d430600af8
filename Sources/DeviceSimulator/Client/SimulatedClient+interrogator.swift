public import DeviceProtocol
public import Foundation

extension SimulatedClient {
    /// Sends one packet to the interrogator and reads the answer as a client does (DeviceServices, section 16).
    ///
    /// - Parameter message: What to send.
    /// - Returns: The answer.
    /// - Throws: ``ClientFailure`` if the status is 400 or above, or the answer is no packet.
    public func interrogate(_ message: InterrogatorMessage) async throws -> InterrogatorPacket {
        let response = try await sendAuthenticated(
            ClientRequest(
                method: "POST", target: "/deviceservices/Interrogator/InterrogatorHandler.ashx",
                headers: [(name: "Content-Type", value: "application/octet-stream")], body: try message.encoded()))
        guard response.status < 400 else {
            throw ClientFailure(.unexpectedResponse, "the interrogator answered \(response.status)")
        }
        do {
            return try InterrogatorPacket(response: response.body)
        } catch {
            throw ClientFailure(.unexpectedResponse, "the interrogator's packet cannot be read: \(error)")
        }
    }

    /// Sends samples in one exchange: asks for a token, then sends them under it (DeviceServices, section 16.2).
    ///
    /// - Throws: ``ClientFailure`` if one of the two packets was not accepted; a client keeps its samples then.
    public func sendSamples(_ samples: [DeviceSample]) async throws {
        let sender = InterrogatorSender(device)
        let answer = try await interrogate(.ready(sender))
        let data = InterrogatorMessage.data(sender, token: answer.token, samples: try SampleData(samples))
        _ = try await interrogate(data)
    }

    /// Reports the app's data usage; the JSON object is the app's own (DeviceServices, section 17).
    public func sendDataUsage(_ report: Data) async throws {
        let response = try await sendAuthenticated(
            ClientRequest(
                method: "POST", target: "/deviceservices/awmdmsdk/v3/samples/datausageperapp",
                headers: clientHeaders, body: report))
        guard response.status < 400 else {
            throw ClientFailure(.unexpectedResponse, "the data usage was answered \(response.status)")
        }
    }
}
