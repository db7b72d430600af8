import Foundation
import Testing

@testable import ConsoleHTTP
@testable import ConsolePlatform
@testable import DeviceProtocol

/// Bodies of the admin REST API that are forms, or JSON as some clients write it (AdminAPI, "Bodies").
struct AdminFormTests {
    private func fields(_ text: String) throws -> AdminFields { try AdminFields(body: Data(text.utf8)) }

    /// Forms, and the JSON they mean.
    private static let forms: [(String, String)] = [
        ("TagName=t&LocationGroupId=8", #"{"TagName":"t","LocationGroupId":"8"}"#),
        ("a=1+2%263&b=", #"{"a":"1 2&3","b":""}"#), ("a=b=c", #"{"a":"b=c"}"#), ("a&b=1", #"{"a":"","b":"1"}"#),
        ("a=1&a=2", #"{"a":["1","2"]}"#), ("a[]=1&a[]=2", #"{"a":["1","2"]}"#),
        ("a[0]=1&a[1]=2", #"{"a":["1","2"]}"#), ("a.b=1&a.c=2", #"{"a":{"b":"1","c":"2"}}"#),
        ("a[b]=1&a[c][d]=2", #"{"a":{"b":"1","c":{"d":"2"}}}"#),
        ("l[0].n=x&l[0].v=1&l[1].n=y", #"{"l":[{"n":"x","v":"1"},{"n":"y"}]}"#),
        ("BulkValues.Value=1&BulkValues.Value=2", #"{"BulkValues":{"Value":["1","2"]}}"#),
        ("%54ag=%C3%A9", #"{"Tag":"é"}"#), ("a=%ZZ", #"{"a":"%ZZ"}"#), ("a==&", #"{"a":"="}"#),
    ]

    @Test(arguments: forms)
    func `A form is the object it describes`(form: String, json: String) throws {
        let body = try AdminBody(Data(form.utf8))
        #expect(body.value == (try JSONValue(json: Data(json.utf8))))
        #expect(body.form == .urlEncoded)
    }

    @Test func `Numbers, truth values, lists and bulk bodies are read from forms`() throws {
        let fields = try fields("Id=8&On=True&Many=1&Many=2&One=7&BulkValues.Value=19001&Inner.Name=x")
        #expect(try fields.integer("id") == 8 && fields.bool("on") == true)
        #expect(try fields.integers("many") == [1, 2] && fields.integers("one") == [7])
        #expect(try fields.bulkValues() == ["19001"] && fields.object("inner")?.text("name") == "x")
    }

    @Test func `Forms have bounds`() throws {
        let deep = "a" + String(repeating: "[b]", count: 40) + "=1"
        let many = String(repeating: "a=1&", count: 20_001)
        for form in [deep, many] {
            let error = #expect(throws: ConsoleError.self) { try fields(form) }
            #expect(error?.code == .badRequest)
        }
    }

    /// JSON as clients write it, and as it is meant.
    private static let relaxed: [(String, String)] = [
        ("{BulkValues:{Value:[1,2]}}", #"{"BulkValues":{"Value":[1,2]}}"#),
        (#"{ Name : "a:b, c:{d}" , $x_1.y-z:true}"#, #"{"Name":"a:b, c:{d}","$x_1.y-z":true}"#),
        ("{'Name':'it\\'s \"x\"','n':null}", #"{"Name":"it's \"x\"","n":null}"#),
        (#"[{op:"add"}]"#, #"[{"op":"add"}]"#),
    ]

    @Test(arguments: relaxed)
    func `Names without quotation marks and texts in single ones are read`(text: String, json: String) throws {
        #expect(try AdminBody(Data(text.utf8)).value == (try JSONValue(json: Data(json.utf8))))
    }

    @Test(arguments: ["{Name:}", "{Name:x}", "{Name", "{'a", "{a:1,,}", "{1:2}", "{'a':'b}", "{\\"])
    func `What is still no JSON is refused`(text: String) throws {
        let error = #expect(throws: ConsoleError.self) { try fields(text) }
        #expect(error?.code == .badRequest && error?.message.contains("cannot be read") == true)
    }
}
