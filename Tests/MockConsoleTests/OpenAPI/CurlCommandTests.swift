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
        return CurlCommand(operation, in: description, at: CurlTarget(origin: origin), trusting: "mockuem-ca.pem").text
    }

    /// A command for one operation of a document made for it.
    private func made(_ operation: String) throws -> String {
        let made = try APIDescription(#"{"paths":{"/a/{b}":{"put":\#(operation)}}}"#)
        return CurlCommand(made.operations[0], in: made, at: CurlTarget(origin: "http://h"), trusting: nil).text
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

    @Test func `A body that is not JSON is its example, or comes from a file`() throws {
        let text = try made(#"{"security":[],"requestBody":{"content":{"application/yaml":{"example":"a: 1\n"}}}}"#)
        #expect(text.hasSuffix("  --data-binary 'a: 1'"))
        let file = try made(#"{"security":[],"requestBody":{"content":{"application/octet-stream":{}}}}"#)
        #expect(file.hasSuffix("  --data-binary @FILE"))
    }

    /// The command for the operation that comes last in a document of two.
    private func made(after first: String, _ last: String) throws -> String {
        let made = try APIDescription(#"{"paths":{"/made":{"post":\#(first)},"/a/{b}":{"put":\#(last)}}}"#)
        let operation = try #require(made.operations.last)
        return CurlCommand(operation, in: made, at: CurlTarget(origin: "http://h"), trusting: nil).text
    }

    @Test func `What a command is about is made before it, under a name nobody had before`() throws {
        let text = try made(
            after: #"""
                {"operationId":"make","security":[],"x-command":{"again":{"name":"it's $NEW"}},
                 "requestBody":{"content":{"application/json":{"example":{"name":"x","size":1}}}}}
                """#,
            #"""
            {"security":[],"parameters":[{"name":"b","in":"path","required":true,"example":"1"}],
             "x-command":{"first":["THING make id"],"with":{"b":"$THING","name":"$THING"}},
             "requestBody":{"content":{"application/json":{"example":{"name":"y"}}}}}
            """#)
        let expected = #"""
            NEW=$(date +%s)$$
            THING=$(curl -s "http://h/made" \
              -H "Content-Type: application/json" \
              -d '{"name":"it'\''s '"$NEW"'","size":1}' |
              sed -nE 's|.*"id":"?([^",/}]+).*|\1|p')
            curl -X PUT "http://h/a/$THING" \
              -H "Content-Type: application/json" \
              -d '{"name":"'"$THING"'"}'
            """#
        #expect(text == expected)
    }

    @Test func `A step can keep the whole answer, nothing, or be repeated with other values`() throws {
        let first = #"""
            {"operationId":"make","security":[],"parameters":[{"name":"all","in":"query","example":"no"}]}
            """#
        let last = #"""
            {"security":[],"x-command":{"first":
              ["make","ALL make","LAST make /made/",{"call":"make","times":3,"with":{"all":"true"}}],
             "with":{"b":"$ALL:$LAST"}},"parameters":[{"name":"b","in":"path","required":true}]}
            """#
        let expected = #"""
            curl -X POST -s "http://h/made" > /dev/null
            ALL=$(curl -X POST -s "http://h/made")
            LAST=$(curl -X POST -s "http://h/made" |
              sed -nE 's|.*/made/([^",/}]+).*|\1|p')
            for TIME in $(seq 3); do
              curl -X POST -s "http://h/made?all=true" > /dev/null
            done
            curl -X PUT "http://h/a/$ALL:$LAST"
            """#
        #expect(try made(after: first, last) == expected)
    }

    @Test func `What writes the body stands before a pipe, and header and token are those of the recipe`() throws {
        let last = #"""
            {"security":[{"accessToken":[]}],"parameters":[{"name":"b","in":"path","required":true,"example":"1"}],
             "x-command":{"input":"make","token":"DEVICE_TOKEN","headers":{"Udid":"$NEW"}},
             "requestBody":{"content":{"application/octet-stream":{}}}}
            """#
        let expected = #"""
            NEW=$(date +%s)$$
            curl -X POST -s "http://h/made" |
            curl -X PUT "http://h/a/1" \
              -H "Authorization: Bearer $DEVICE_TOKEN" \
              -H "Udid: $NEW" \
              -H "Content-Type: application/octet-stream" \
              --data-binary @-
            """#
        #expect(try made(after: #"{"operationId":"make","security":[]}"#, last) == expected)
    }

    @Test func `What is made once is not made again for another step`() throws {
        let made = try APIDescription(
            #"""
            {"paths":{"/1":{"post":{"operationId":"one","security":[]}},
             "/2":{"post":{"operationId":"two","security":[],"x-command":{"first":["A one id"]}}},
             "/3":{"get":{"operationId":"three","security":[],"x-command":{"first":["A one id","B two id"]}}}}}
            """#)
        let command = CurlCommand(made.operations[2], in: made, at: CurlTarget(origin: "http://h"), trusting: nil).text
        #expect(command.components(separatedBy: "A=$(").count == 2)
        #expect(command.components(separatedBy: "B=$(").count == 2)
    }

    @Test func `Commands name operations there are, and take no file`() throws {
        let names = Set(description.operations.map(\.id))
        for operation in description.operations {
            let recipe = CurlRecipe(operation.command)
            for step in recipe.first { #expect(names.contains(step.operation), "\(operation.id): \(step.operation)") }
            let text = try command(operation.id)
            #expect(!text.contains("@FILE"), "\(operation.id)")
            let known = text.matches(of: /(?m)^([A-Z_]+)=/).map { String($0.1) }
            let given: Set<String> = ["TOKEN", "ACCESS_TOKEN", "CLIENT_ID", "CLIENT_SECRET"]
            for name in text.matches(of: /\$([A-Z_]+)/).map({ String($0.1) }) where !given.contains(name) {
                #expect(known.contains(name), "\(operation.id): \(name)")
            }
        }
    }

    @Test func `No command has a capture left in its address`() throws {
        for operation in description.operations {
            let addresses = try command(operation.id).matches(of: /"http:[^"]*"/)
            #expect(!addresses.isEmpty && addresses.allSatisfy { !$0.0.contains("{") }, "\(operation.id)")
        }
    }
}
