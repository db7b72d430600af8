import DeviceProtocol
import Foundation
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole

/// Calls to copy from the pages about routes.
struct CurlCommandTests {
    private let description: APIDescription

    init() async throws { description = try await APIDescription.served() }

    private func command(_ id: String, at origin: String = "http://localhost:8080") throws -> String {
        let operation = try #require(description.operations.first { $0.id == id })
        return CurlCommand(operation, in: description, at: origin, trusting: "mockuem-ca.pem").text
    }

    /// A command for one operation of a document made for it.
    private func made(_ operation: String) throws -> String {
        let made = try APIDescription(#"{"paths":{"/a/{b}":{"put":\#(operation)}}}"#)
        return CurlCommand(made.operations[0], in: made, at: "http://h", trusting: nil).text
    }

    @Test func `A call without a credential is an address`() throws {
        #expect(try command("checkLiveness") == #"curl "http://localhost:8080/livez""#)
        #expect(try command("headLiveness") == #"curl --head "http://localhost:8080/livez""#)
    }

    @Test func `Over HTTPS the console's own authority is trusted`() throws {
        let expected = """
            curl "https://localhost:8443/livez" \\
              --cacert mockuem-ca.pem
            """
        #expect(try command("checkLiveness", at: "https://localhost:8443") == expected)
    }

    @Test func `Administrators and devices have bearer tokens of their own`() throws {
        #expect(try command("showOpenapiFamily").contains("Bearer") == false)
        let administrator = try #require(description.operations.first { $0.path == "/_mock/devices" })
        #expect(try command(administrator.id).contains(#"-H "Authorization: Bearer $TOKEN""#))
        let device = try #require(description.operations.first { $0.credentials == [["signature"], ["accessToken"]] })
        #expect(try command(device.id).contains(#"-H "Authorization: Bearer $ACCESS_TOKEN""#))
    }

    @Test func `Forms have their fields`() throws {
        let expected = """
            curl "http://localhost:8080/connect/token" \\
              -d grant_type=client_credentials \\
              --data-urlencode "client_id=$CLIENT_ID" \\
              --data-urlencode "client_secret=$CLIENT_SECRET"
            """
        #expect(try command("issueToken") == expected)
    }

    @Test func `Values are escaped for the address and for the shell, and variables stand for what is not known`()
        throws
    {
        let text = try made(
            #"""
            {"security":[],"parameters":[
              {"name":"b","in":"path","required":true,"example":"x y/\"$z"},
              {"name":"q","in":"query","required":true},
              {"name":"optional","in":"query","example":"1"}],
             "requestBody":{"content":{"application/json":{"example":{"k":"it's"}}}}}
            """#)
        let expected = #"""
            curl -X PUT "http://h/a/x%20y%2F%22%24z?q=$Q" \
              -H "Content-Type: application/json" \
              -d '{"k":"it'\''s"}'
            """#
        #expect(text == expected)
    }

    @Test func `What a change would be refused without is said, although it may be left out`() throws {
        let parameter = #"{"name":"device","in":"query","example":"a","x-copied":true}"#
        let text = try made("{\"security\":[],\"parameters\":[\(parameter)]}")
        #expect(text == "curl -X PUT \"http://h/a/{b}?device=a\"")
        #expect(try command("deleteBeacons").contains("/_mock/beacons?device="))
        #expect(!(try command("listBeacons").contains("?device=")))
    }

    @Test func `A body that is not JSON comes from a file`() throws {
        let text = try made(#"{"security":[],"requestBody":{"content":{"application/yaml":{"example":"a: 1"}}}}"#)
        #expect(text.hasSuffix("  --data-binary @FILE"))
    }

    @Test func `No command has a capture left in its address`() throws {
        for operation in description.operations {
            let address = try command(operation.id).split(separator: "\n").first ?? ""
            #expect(!address.contains("{"), "\(operation.id)")
        }
    }
}
