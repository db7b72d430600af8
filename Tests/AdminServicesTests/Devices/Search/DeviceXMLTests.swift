import DeviceProtocol
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleHTTP
@testable import ConsoleTestSupport

/// Devices as XML, which first versions answer to those who ask (AdminAPI, "Bodies").
struct DeviceXMLTests {
    private static let xml = ["Accept": "application/xml"]

    /// A route, its outermost element, and something that has to stand in it.
    struct Answer: CustomTestStringConvertible, Sendable {
        let path: String
        let root: String
        let fragment: String

        init(_ path: String, _ root: String, _ fragment: String) {
            self.path = path
            self.root = root
            self.fragment = fragment
        }

        var testDescription: String { path }
    }

    @Test(arguments: [
        Answer("search", "DeviceSearchResult", "<Total>3</Total>"),
        Answer(
            "search?user=ada", "DeviceSearchResult",
            "<Devices><AcLineStatus>0</AcLineStatus><AssetNumber>AAAA1111</AssetNumber>"),
        Answer("1", "Device", "<LocationGroupId><Id><Value>"), Answer("1", "Device", "<Id><Value>1</Value></Id>"),
        Answer("udid/aaaa1111", "Device", "<CompromisedStatus>false</CompromisedStatus>"),
        Answer("serialnumber/f2lx0001mock", "Device", "<DeviceReportedName>Ada's iPhone</DeviceReportedName>"),
        Answer("udid/AAAA1111/deviceenrollmentstatus", "DeviceEnrollmentStatus", "<Username>ada</Username>"),
        Answer("extensivesearch", "DeviceExtensiveSearch", "<Compliant>false</Compliant>"),
        Answer("litesearch", "DeviceExtensiveSearch", "<DeviceId>2</DeviceId>"),
        Answer("devicecountinfo", "DeviceCountInfo", "<Platforms><Android>1</Android><Apple>2</Apple>"),
        Answer("bulksettings", "BulkSettings", "<EnterpriseWipe>10</EnterpriseWipe>"),
        Answer("securityinfosearch", "DeviceSecurityInfoSearch", "<IsEncrypted>false</IsEncrypted>"),
        Answer("networkinfosearch", "DeviceNetworkInfoSearch", "<WifiIPAddress>10.0.0.7</WifiIPAddress>"),
        Answer("enrolleddevicescount", "EnrolledDevicesCount", "<EnrolledDevicesCount>1</EnrolledDevicesCount>"),
        Answer("customattribute/search", "DeviceCustomAttributesSearch", "<Value>a&lt;b&gt;&amp;c</Value>"),
        Answer(
            "1/customattributes", "DeviceCustomAttributes", "<CustomAttributes><ApplicationGroup></ApplicationGroup>"),
        Answer("1/apps", "DeviceAppsResult", "<Status>PendingInstall</Status>"),
        Answer("1/adminapps", "DeviceAdminAppsResult", "<Total>0</Total>"),
        Answer("1/certificates", "DeviceCertificatesResult", "<Total>0</Total>"),
        Answer("1/content", "DeviceContentsResult", "<Total>0</Total>"),
        Answer("1/smartgroups", "SmartGroupList", "<SmartGroupName>All Devices</SmartGroupName>"),
        Answer("1/compliance", "DeviceComplianceResult", "<OverallCompliantStatus>Compliant</OverallCompliantStatus>"),
        Answer("1/security", "DeviceSecurity", "<IsCompromised>false</IsCompromised>"),
        Answer("1/network", "DeviceNetwork", "<DeviceNetworkInfo><ConnectionType>WiFi</ConnectionType>"),
        Answer("1/eventlog", "DeviceEventLogSearchResult", "<Event>device.registered</Event>"),
        Answer("1/user", "DeviceUserResult", "<Email>ada@example.test</Email>"),
        Answer("1/notes", "DeviceNotesResult", "<Note>1 &lt; 2</Note>"),
        Answer("1/gps", "GPSLogs", "<Latitude>52.5</Latitude>"),
    ])
    func `Every first version has an XML form`(answer: Answer) async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let attribute = #"{"CustomAttributes":[{"Name":"site","Value":"a<b>&c"}]}"#
            let set = try await console.api.call(.put, "mdm/devices/1/customattributes", attribute)
            #expect(set.status == .noContent)
            #expect(try await console.api.call(.post, "mdm/devices/1/notes", #"{"Note":"1 < 2"}"#).status == .created)
            try await console.execute("UPDATE device SET compromisedCheckedAt = 1772706030000")
            try await console.execute(
                "INSERT INTO deviceLocation (deviceId, receivedAt, latitude, longitude) VALUES (1, 0, 52.5, 13)")
            let response = try await console.api.call(.get, "mdm/devices/\(answer.path)", headers: Self.xml)
            #expect(response.status == .ok, "\(response.text)")
            #expect(response.headers[.contentType] == "application/xml; charset=utf-8")
            let namespace = "xmlns=\"\(AdminAnswer.namespace)\""
            #expect(response.text.contains("<\(answer.root) \(namespace)>"), "\(response.text.prefix(300))")
            #expect(response.text.hasSuffix("</\(answer.root)>"))
            #expect(response.text.contains(answer.fragment), "\(response.text)")
            _ = try DeviceProtocol.XMLDocument(Data(response.text.utf8))
        }
    }

    @Test func `Later versions are JSON whatever is asked for, and nothing found has no form`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let uuid = try await console.deviceUUID("aaaa1111")
            for (path, version) in [("search", 2), ("search", 3), (uuid, 2), (uuid, 3)] {
                let headers = ["Accept": "application/xml;version=\(version)"]
                let response = try await console.api.call(.get, "mdm/devices/\(path)", headers: headers)
                #expect(response.headers[.contentType] == "application/json; charset=utf-8", "\(path) \(version)")
                #expect(response.headers[.apiVersion] == "v\(version)")
            }
            for path in ["search?user=nobody", "litesearch?deviceid=99", "2/notes", "1/eventlog?severity=Debug"] {
                let response = try await console.api.call(.get, "mdm/devices/\(path)", headers: Self.xml)
                #expect(response.status == .noContent && response.text.isEmpty, "\(path)")
                #expect(response.headers[.contentType] == nil)
            }
        }
    }

    @Test func `Refusals and bulk answers are XML, too, and bodies may be`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let missing = try await console.api.call(.get, "mdm/devices/999", headers: Self.xml)
            #expect(missing.status == .notFound && missing.text.contains("<errorCode>5002</errorCode>"))
            #expect(missing.text.contains("<AirWatchFaultContract xmlns=\"\(AdminAnswer.namespace)\">"))
            let change = "<Device><AssetNumber>X-1</AssetNumber><Ownership>E</Ownership></Device>"
            #expect(try await console.api.call(.put, "mdm/devices/1", change).status == .noContent)
            let device = try await console.api.object("mdm/devices/1")
            #expect(device["AssetNumber"] as? String == "X-1" && device["Ownership"] as? String == "E")
            let bulk = "<BulkInput><BulkValues><Value>2</Value><Value>999</Value></BulkValues></BulkInput>"
            let deleted = try await console.api.call(.post, "mdm/devices/bulk", bulk, headers: Self.xml)
            #expect(
                deleted.text.contains("<BulkResponse xmlns=")
                    && deleted.text.contains("<AcceptedItems>1</AcceptedItems>"))
            #expect(deleted.text.contains("<Fault><ErrorCode>404</ErrorCode><ItemValue>999</ItemValue>"))
            let got = try await console.api.call(.post, "mdm/devices", bulk, headers: Self.xml)
            #expect(got.text.contains("<Total>0</Total>"))
        }
    }

    @Test func `A picklist is a list of items`() async throws {
        try await withConsole { console in
            let path = "mdm/picklists/platforms/Android/devicemodels"
            let response = try await console.api.call(.get, path, headers: Self.xml)
            let namespace = AdminAnswer.namespace
            let list =
                "<PickList xmlns=\"\(namespace)\"><Item><Description>Android</Description><Key>5</Key></Item></PickList>"
            #expect(response.text.hasSuffix(list), "\(response.text)")
        }
    }
}
