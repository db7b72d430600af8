import DeviceProtocol
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import AdminServices
@testable import ConsoleTestSupport

/// Forms of bodies and answers about apps (AdminAPI, "Bodies" and "Versions").
struct AppFormTests {
    private static let namespace = "http://www.air-watch.com/servicemodel/resources"
    private static let xml = ["Content-Type": "application/xml", "Accept": "application/xml"]

    /// The body older clients send.
    private static func document(_ source: String, group: Int64, more: String = "") -> String {
        """
        <?xml version="1.0" encoding="utf-8"?>
        <InternalAppChunkTranscation xmlns="\(namespace)" xmlns:i="http://www.w3.org/2001/XMLSchema-instance">
          \(source)
          <DeviceType>Apple</DeviceType>
          <ApplicationName>Fresh &amp; new</ApplicationName>
          <FileName>Fresh.ipa</FileName>
          <SupportedModels>
            <Model><ModelId>1</ModelId><ModelName>iPhone</ModelName></Model>
            <Model><ModelId>2</ModelId></Model>
          </SupportedModels>
          <PushMode>OnDemand</PushMode>
          <Description></Description>
          <EnableProvisioning>false</EnableProvisioning>
          <LocationGroupId>\(group)</LocationGroupId>\(more)
        </InternalAppChunkTranscation>
        """
    }

    @Test func `An app is made by XML, of a blob`() async throws {
        try await withConsole { console in
            let demo = try await console.groupID("demo")
            let blob = try await console.api.upload(try IPAFixture(bundle: "com.example.fresh").bytes())
            let response = try await console.api.call(
                .post, "mam/apps/internal/begininstall", Self.document("<BlobId>\(blob)</BlobId>", group: demo),
                headers: Self.xml)
            #expect(response.status == .ok, "\(response.text)")
            #expect(response.headers[.contentType] == "application/xml; charset=utf-8")
            #expect(response.text.contains("<Application xmlns=\"\(Self.namespace)\""))
            #expect(response.text.contains("<ApplicationName>Fresh &amp; new</ApplicationName>"))
            #expect(response.text.contains("<BundleId>com.example.fresh</BundleId>"))
            let app = try await console.api.apps("bundleid=com.example.fresh")[0]
            let models = (app["SupportedModels"] as? [String: Any])?["Model"] as? [[String: Any]]
            #expect(models?.compactMap { $0["ModelName"] as? String } == ["iPhone", "iPad"])
            #expect(app["PushMode"] as? Int == 1 && app["LocationGroupId"] as? Int64 == demo)
        }
    }

    @Test func `An app is made by XML, of chunks that came as XML`() async throws {
        try await withConsole { console in
            let ipa = try IPAFixture(bundle: "com.example.fresh").bytes()
            var transaction = ""
            for (index, piece) in [ipa.prefix(500), ipa.dropFirst(500)].enumerated() {
                let body = """
                    <ApplicationChunk xmlns="\(Self.namespace)"><TransactionId>\(transaction)</TransactionId>
                    <ChunkData>\(Data(piece).base64EncodedString())</ChunkData>
                    <ChunkSequenceNumber>\(index + 1)</ChunkSequenceNumber><ChunkSize>500</ChunkSize>
                    <TotalApplicationSize>\(ipa.count)</TotalApplicationSize></ApplicationChunk>
                    """
                let response = try await console.api.call(
                    .post, "mam/apps/internal/uploadchunk", body, headers: ["Content-Type": "text/xml"])
                #expect(response.status == .ok, "\(response.text)")
                transaction = try #require(try response.json()["TranscationId"] as? String)
            }
            let source = "<TransactionId>\(transaction)</TransactionId><BlobId i:nil=\"true\"/>"
            let response = try await console.api.call(
                .post, "mam/apps/internal/begininstall", Self.document(source, group: 7))
            #expect(response.status == .ok, "\(response.text)")
            #expect(try response.json()["BundleId"] as? String == "com.example.fresh")
            #expect(console.files(in: "chunks").isEmpty)
        }
    }

    @Test(arguments: [
        "<InternalAppChunkTranscation/>", "<InternalAppChunkTranscation>", "<", "<a><b></a></b>",
        "<!DOCTYPE x [<!ENTITY a \"b\">]><InternalAppChunkTranscation><BlobId>&a;</BlobId></InternalAppChunkTranscation>",
        "<InternalAppChunkTranscation><BlobId><x/></BlobId></InternalAppChunkTranscation>",
    ])
    func `XML that does not fit is refused`(body: String) async throws {
        try await withConsole { console in
            let response = try await console.api.call(.post, "mam/apps/internal/begininstall", body)
            try expectRefusal(response, 400, number: 400)
        }
    }

    @Test(arguments: [1, 2, 3, 4, 99])
    func `A version that is not there is answered by the one below it`(version: Int) async throws {
        try await withConsole { console in
            let app = try await console.api.install(in: 7)
            let search = try await console.api.call(.get, "mam/apps/search", version: version)
            #expect(search.headers[.init("x-api-version") ?? .accept] == (version == 1 ? "v1" : "v2"))
            #expect(try search.json()[version == 1 ? "Application" : "applications"] is [Any])
            let rules = try await console.api.call(.get, "mam/apps/\(app.uuid)/assignment-rules", version: version)
            #expect(rules.headers[.init("x-api-version") ?? .accept] == "v2")
            let single = try await console.api.call(.get, "mam/apps/\(app.uuid)/assignment-rule", version: version)
            #expect(single.headers[.init("x-api-version") ?? .accept] == "v1" && single.status == .ok)
            let old = try await console.api.call(.get, "v\(version)/mam//apps/search/")
            #expect(try old.json()[version == 1 ? "Application" : "applications"] is [Any])
        }
    }

    @Test(arguments: AppPlatform.allCases)
    func `A platform is known by each of its names and by its number`(platform: AppPlatform) {
        for text in [platform.name, platform.laterName, platform.name.lowercased(), "\(platform.rawValue)"] {
            #expect(AppPlatform(text) == platform, "\(text)")
        }
        #expect(AppPlatform(ending: platform.ending) != nil)
        for text in ["", "0", "99", "C64", " ", "2.0", "99999999999999999999"] { #expect(AppPlatform(text) == nil) }
    }

    @Test(arguments: [
        ("1.4", "1.4.0.0"), ("23.07.00.04", "23.7.0.4"), ("", "0.0.0.0"), ("1.2.3.4.5", "1.2.3.4"), ("v2", "0.0.0.0"),
        ("1.2b3", "1.2.0.0"), ("99999999999999999999.1", "999999999.1.0.0"), ("١.2", "0.2.0.0"), ("-1.5", "0.5.0.0"),
    ])
    func `The console's version has four parts`(text: String, version: String) {
        #expect(ConsoleVersion.fourParts(text) == version)
    }

    @Test(arguments: [
        ("Auto", AppPushMode.auto), ("AUTO", .auto), ("0", .auto), ("automatic", .auto), ("OnDemand", .onDemand),
        ("ON_DEMAND", .onDemand), ("on-demand", .onDemand), ("1", .onDemand), ("2", nil), ("", nil), ("never", nil),
    ])
    func `A push mode is known by name and number`(text: String, mode: AppPushMode?) {
        #expect(AppPushMode(text) == mode)
    }

    @Test(arguments: [
        ("whitelist", AppGroupType.allowed), ("Allow List", .allowed), ("DENYLIST", .denied), ("Blacklist", .denied),
        ("required", .required), ("", nil), ("grey", nil), ("MDMApplication", nil),
    ])
    func `What is said of a list is known by old and new words`(text: String, type: AppGroupType?) {
        #expect(AppGroupType(text) == type)
    }
}
