import Foundation
import Testing

@testable import ConsoleHTTP
@testable import ConsolePlatform
@testable import ConsoleTestSupport

/// Bodies of the admin REST API, read as leniently as clients write them.
struct AdminFieldsTests {
    private func fields(_ text: String) throws -> AdminFields { try AdminFields(body: Data(text.utf8)) }

    @Test func `Names match in any letter case, and numbers may be texts`() throws {
        let fields = try fields(
            #"{"LOCATIONGROUPID":"570","priority":"0","Display":"true","Name":12,"On":1,"Off":"No","x":null}"#)
        #expect(try fields.integer("LocationGroupId") == 570)
        #expect(try fields.integer("Priority") == 0)
        #expect(try fields.bool("display") == true)
        #expect(try fields.text("name") == "12")
        #expect(try fields.bool("on") == true && fields.bool("off") == false)
        #expect(fields.value("X") == nil && fields.has("X") && !fields.has("y"))
    }

    @Test(arguments: ["", "  \n", "{}", "<A/>", "<A></A>", "\u{FEFF}{}"])
    func `A body of nothing has no members`(text: String) throws {
        let fields = try fields(text)
        #expect(fields.value("Name") == nil)
        #expect(try fields.integer("Id") == nil)
    }

    @Test(arguments: [
        "[", "[]", "1", "{\"a\":}", "<A><B></A>", "<A>", "text", "\"x\"", "{} {}", "<!DOCTYPE a [<!ENTITY b 'c'>]><A/>",
    ])
    func `What is no object is refused with a sentence`(text: String) {
        let error = #expect(throws: ConsoleError.self) { try fields(text) }
        #expect(error?.code == .badRequest && error?.message.isEmpty == false)
    }

    @Test func `XML says the same as JSON`() throws {
        let fields = try fields(
            """
            <?xml version="1.0"?><a:User xmlns:a="http://www.air-watch.com/servicemodel/resources" a:nil="false">
              <a:UserName>ada &amp; co</a:UserName><BulkValues><Value>1</Value><Value>2</Value></BulkValues>
              <Address><City>X</City></Address>
            </a:User>
            """)
        #expect(try fields.text("username") == "ada & co")
        #expect(try fields.bulkValues() == ["1", "2"])
        #expect(try fields.object("address")?.text("city") == "X")
    }

    @Test func `Wrong members are named`() throws {
        let fields = try fields(#"{"Id":"x","On":"maybe","List":{"Deep":[1,"b"]},"When":"31/31/2026","Long":"aaaa"}"#)
        for (name, read) in [
            ("Id", { _ = try fields.integer("Id") }), ("On", { _ = try fields.bool("On") }),
            ("When", { _ = try fields.time("When") }), ("Long", { _ = try fields.text("Long", maximum: 3) }),
            ("List.Deep", { _ = try fields.object("List")?.integers("Deep") }),
            ("Missing", { _ = try fields.requiredText("Missing") }), ("List", { _ = try fields.text("List") }),
        ] as [(String, () throws -> Void)] {
            let error = #expect(throws: ConsoleError.self) { try read() }
            #expect(error?.message.contains(name) == true, "\(name)")
        }
        #expect(throws: ConsoleError.self) { try fields.bulkValues() }
    }

    @Test func `A single value counts as a list of one`() throws {
        let fields = try fields(#"{"a":7,"b":"8","c":[9,"10"],"d":""}"#)
        #expect(try fields.integers("a") == [7] && fields.integers("b") == [8] && fields.integers("c") == [9, 10])
        #expect(try fields.integers("d") == [] && fields.integers("e") == nil)
        #expect(try fields.texts("c") == ["9", "10"])
    }

    @Test(arguments: [
        "<A><Roles><Role><Name>a</Name></Role><Role><Name>b</Name></Role></Roles></A>",
        "<A><Roles><Name>a</Name></Roles><Roles><Name>b</Name></Roles></A>",
        "<A><ROLES><role><name>a</name></role><role><Name>b</Name></role></ROLES></A>",
        #"{"roles":[{"name":"a"},{"NAME":"b"}]}"#,
    ])
    func `A list may have an element around it, as XML is written`(text: String) throws {
        let roles = try #require(try fields(text).objects("Roles"))
        #expect(try roles.map { try $0.text("Name") } == ["a", "b"])
    }

    @Test(arguments: [
        ("<A><Ids><long>1</long><long>2</long></Ids></A>", "Ids", ["1", "2"]),
        ("<A><Ids><a:int>7</a:int></Ids></A>", "Ids", ["7"]),
        ("<A><Ids><Id>7</Id></Ids></A>", "Ids", ["7"]), ("<A><Ids>7</Ids><Ids>8</Ids></A>", "Ids", ["7", "8"]),
        ("<A><Ids/></A>", "Ids", []), ("<A><Categories><Category>x</Category></Categories></A>", "Categories", ["x"]),
        ("<A><ModelList><Model>x</Model></ModelList></A>", "ModelList", ["x"]),
        ("<A><GivenGroups><Group>x</Group><Group>y</Group></GivenGroups></A>", "GivenGroups", ["x", "y"]),
    ])
    func `Texts of a list may have an element around them`(text: String, name: String, values: [String]) throws {
        #expect(try fields(text).texts(name) == values)
    }

    @Test func `An object that is no list stays one element`() throws {
        let fields = try fields(#"{"Tags":{"Name":"a"},"Roles":{"Role":"a","Rule":"b"},"Ids":{"Value":1}}"#)
        #expect(try fields.objects("Tags")?.map { try $0.text("Name") } == ["a"])
        #expect(try fields.objects("Roles")?.first?.text("Rule") == "b")
        #expect(throws: ConsoleError.self) { try fields.texts("Ids") }
    }

    @Test(
        arguments: [
            ("2026/03/05", "2026-03-05T00:00:00.000"), ("2026-03-05", "2026-03-05T00:00:00.000"),
            ("03/05/2026", "2026-03-05T00:00:00.000"), ("03-05-2026", "2026-03-05T00:00:00.000"),
            ("3/5/2026 10:20", "2026-03-05T10:20:00.000"), ("2026-03-05 10:20:30.123", "2026-03-05T10:20:30.123"),
            ("2026/03/05T10:20:30.5", "2026-03-05T10:20:30.500"), ("2026-03-05T10:20:30Z", "2026-03-05T10:20:30.000"),
            ("2026-03-05T00:20:30.000+01:30", "2026-03-04T22:50:30.000"),
            ("2026-03-05T23:20:30-0100", "2026-03-06T00:20:30.000"), ("2024-02-29", "2024-02-29T00:00:00.000"),
            ("1969-12-31T23:59:59.999", "1969-12-31T23:59:59.999"), ("0001-01-01", "0001-01-01T00:00:00.000"),
        ])
    func `Dates are read in every form clients write`(text: String, moment: String) {
        #expect(Timestamp(lenient: text)?.zoneless == moment)
    }

    @Test(arguments: [
        "", "2026", "2026-13-01", "2026-02-30", "31/12/2026", "2026-03/05", "2026-03-05T", "2026-03-05T25:00",
        "2026-03-05T10:20:30.", "2026-03-05T10:20:30X", "2026-03-05T10:20+1", "99999-01-01",
        "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-01:00", "２０２６-03-05",
    ])
    func `What is no date is none`(text: String) {
        #expect(Timestamp(lenient: text) == nil)
    }

    @Test func `Times are written without a zone, and in the American way`() throws {
        let time = try #require(Timestamp(iso8601: "2026-02-09T19:59:49.070Z"))
        #expect(time.zoneless == "2026-02-09T19:59:49.070" && time.american == "2/9/2026 7:59:49 PM")
        #expect(try #require(Timestamp(iso8601: "2026-12-31T00:05:00Z")).american == "12/31/2026 12:05:00 AM")
        #expect(try #require(Timestamp(iso8601: "2026-12-31T12:05:00Z")).american == "12/31/2026 12:05:00 PM")
        #expect(Timestamp.never.zoneless == "0001-01-01T00:00:00.000")
        for day in stride(from: Int64(-800_000), to: 2_900_000, by: 977) {
            let moment = Timestamp(milliseconds: day * 86_400_000 + 1)
            if (1...9999).contains(Int(moment.zoneless.prefix(4)) ?? 0), !moment.zoneless.hasPrefix("-") {
                #expect(Timestamp(lenient: moment.zoneless) == moment)
            }
        }
    }
}
