import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation
import HTTPTypes
import Hummingbird
import Testing

@testable import MockControl

/// Which requests a matcher means.
struct RequestMatcherTests {
    private static let exchange: SampleExchange = {
        var parties = JournalParties()
        parties.requestID = "abc"
        parties.route = "/deviceservices/{thing}"
        parties.device = "aabb"
        parties.bundle = "com.example.demo"
        parties.user = "demo"
        parties.refusalCode = "notFound"
        return SampleExchange(
            headers: [("X-Test", "one"), ("X-Test", "two"), ("Cookie", "a=1; session=xyz")],
            body: Data("Hello World".utf8), status: .notFound, answer: Data(#"{"error":"gone"}"#.utf8),
            parties: parties)
    }()

    private static let vectors: [(String, Bool)] = [
        (#"{}"#, true),
        (#"{"method":"POST"}"#, true), (#"{"method":"post"}"#, true), (#"{"method":["GET","PUT"]}"#, false),
        (#"{"method":{"not":"GET"}}"#, true),
        (#"{"path":"/deviceservices/things"}"#, true), (#"{"path":"/DeviceServices/*"}"#, true),
        (#"{"path":"/*"}"#, false), (#"{"path":"/**"}"#, true), (#"{"path":"/**/things"}"#, true),
        (#"{"path":["/a","/**"]}"#, true), (#"{"path":{"equals":"/DeviceServices/things"}}"#, false),
        (#"{"path":{"matches":"/device.*/th[a-z]+"}}"#, true), (#"{"path":{"endsWith":"ings"}}"#, true),
        (#"{"target":{"contains":"page=2"}}"#, true),
        (#"{"route":"/deviceservices/{anything}"}"#, true), (#"{"route":"POST /deviceservices/{x}"}"#, true),
        (#"{"route":"GET /deviceservices/{x}"}"#, false), (#"{"route":"/deviceservices"}"#, false),
        (#"{"host":"CONSOLE.test","scheme":"https","address":"127.0.0.1","httpVersion":"HTTP/2"}"#, true),
        (#"{"status":404}"#, true), (#"{"status":"404"}"#, true), (#"{"status":"4xx"}"#, true),
        (#"{"status":[500,"4XX"]}"#, true), (#"{"status":"2xx"}"#, false), (#"{"status":{"atLeast":400}}"#, true),
        (#"{"status":{"not":"4xx"}}"#, false), (#"{"status":{"lessThan":404}}"#, false),
        (#"{"header":{"x-test":"two"}}"#, true), (#"{"header":{"X-Test":"three"}}"#, false),
        (#"{"header":{"X-Test":{"each":{"contains":"o"}}}}"#, true),
        (#"{"header":{"X-Test":{"each":"one"}}}"#, false),
        (#"{"header":{"X-Test":{"values":["one","two"]}}}"#, true),
        (#"{"header":{"X-Test":{"values":["one"]}}}"#, false),
        (#"{"header":{"X-None":{"absent":true}}}"#, true), (#"{"header":{"X-Test":{"absent":true}}}"#, false),
        (#"{"header":{"X-Test":{"absent":false}}}"#, true), (#"{"header":{"X-None":{"not":"a"}}}"#, true),
        (#"{"header":{"X-None":{"allOf":[{"absent":false},{"not":"a"}]}}}"#, false),
        (#"{"header":{"no such name ":{"absent":true}}}"#, true),
        (#"{"query":{"page":"2"}}"#, true), (#"{"query":{"PAGE":2}}"#, true), (#"{"query":{"tag":"b"}}"#, true),
        (#"{"query":{"page":{"greaterThan":1}}}"#, true), (#"{"query":{"page":{"atMost":1.5}}}"#, false),
        (#"{"cookie":{"session":"xyz"}}"#, true), (#"{"cookie":{"b":{"absent":true}}}"#, true),
        (#"{"body":"Hello World"}"#, true), (#"{"body":{"equals":"hello world","ignoringCase":true}}"#, true),
        (#"{"body":{"contains":"lo Wo"}}"#, true), (#"{"body":{"startsWith":"HELLO"}}"#, false),
        (#"{"body":{"startsWith":"HELLO","endsWith":"WORLD","ignoringCase":true}}"#, true),
        (#"{"body":{"matches":"Hello"}}"#, false), (#"{"body":{"matches":"Hello.*"}}"#, true),
        (#"{"bodyBase64":"SGVsbG8gV29ybGQ="}"#, true),
        (#"{"text":"hello w"}"#, true), (#"{"text":"GONE"}"#, true), (#"{"text":"nothing"}"#, false),
        (#"{"answer":{"json":{"$.error":"gone"}}}"#, true), (#"{"answer":{"body":{"contains":"x"}}}"#, false),
        (#"{"device":"AABB","bundleId":"com.Example.demo","user":"Demo"}"#, true),
        (#"{"device":{"absent":true}}"#, false), (#"{"administrator":{"absent":true}}"#, true),
        (#"{"requestId":"abc","refusal":"notFound"}"#, true),
        (#"{"after":6}"#, true), (#"{"after":7}"#, false), (#"{"before":8}"#, true), (#"{"before":7}"#, false),
        (#"{"after":"2026-03-05T10:03:20Z"}"#, true), (#"{"before":"2026-03-05T10:03:20Z"}"#, false),
        (#"{"not":{"method":"GET"}}"#, true), (#"{"not":{}}"#, false),
        (#"{"anyOf":[{"method":"GET"},{"status":404}]}"#, true), (#"{"anyOf":[{"method":"GET"}]}"#, false),
        (#"{"allOf":[{"method":"POST"},{"status":404}]}"#, true), (#"{"allOf":[{"method":"GET"},{}]}"#, false),
    ]

    @Test func `Each condition means the requests it says`() throws {
        for (json, expected) in Self.vectors {
            #expect(try means(json, Self.exchange) == expected, "\(json)")
        }
    }

    @Test func `Members of a JSON body are compared by value`() throws {
        let exchange = sample(
            json:
                #"{"n":1.0,"big":9007199254740993,"t":"Log","f":true,"z":null,"a":[{"k":"x","s":2},{"k":"y"}],"o":{"b":1,"c":[1,2]}}"#
        )
        let vectors: [(String, Bool)] = [
            (#"{"json":{"$.n":1}}"#, true), (#"{"json":{"n":10e-1}}"#, true), (#"{"json":{"$.n":"1"}}"#, false),
            (#"{"json":{"$.big":9007199254740992}}"#, false),
            (#"{"json":{"$.n":{"greaterThan":0,"lessThan":2}}}"#, true),
            (#"{"json":{"$.t":"log"}}"#, false), (#"{"json":{"$.t":{"equals":"log","ignoringCase":true}}}"#, true),
            (#"{"json":{"$.f":true,"$.z":null}}"#, true), (#"{"json":{"$.z":{"absent":true}}}"#, false),
            (#"{"json":{"$.missing":{"absent":true}}}"#, true), (#"{"json":{"$.a[*].k":"y"}}"#, true),
            (#"{"json":{"$.a[-1].k":"y"}}"#, true), (#"{"json":{"$..k":{"values":["x","y"]}}}"#, true),
            (#"{"json":{"$.a[?(@.k == 'x')].s":2}}"#, true), (#"{"json":{"$.a[?(@.s > 2)]":{"absent":true}}}"#, true),
            (#"{"json":{"$['o']['b']":1}}"#, true), (#"{"json":{"$.o":{"equals":{"c":[1,2],"b":1.0}}}}"#, true),
            (#"{"json":{"$.o":{"equals":{"b":1}}}}"#, false), (#"{"json":{"$.o":{"contains":{"b":1}}}}"#, true),
            (#"{"json":{"$.o":{"contains":{"c":[2]}}}}"#, true), (#"{"json":{"$.o.c":[1,2]}}"#, true),
            (#"{"json":{"$.o.c":[2,1]}}"#, false), (#"{"json":{"$.o.c":{"contains":2}}}"#, true),
            (#"{"json":{"$":{"contains":{"t":"Log","a":[{"k":"y"}]}}}}"#, true),
        ]
        for (json, expected) in vectors { #expect(try means(json, exchange) == expected, "\(json)") }
    }

    @Test func `Keys of property lists and elements of XML are found by paths`() throws {
        let list = PropertyListValue.dictionary([
            "Status": .string("Acknowledged"), "Count": .integer(3), "Ratio": .real(2),
            "When": .date(Date(timeIntervalSince1970: 0)), "Items": .array([.dictionary(["com.example": .bool(true)])]),
        ])
        for format in PropertyListFormat.allCases {
            let exchange = SampleExchange(body: try list.encoded(as: format))
            #expect(try means(#"{"plist":{"Status":"Acknowledged","Count":3,"Ratio":2}}"#, exchange))
            #expect(try means(#"{"plist":{"Items[0]['com.example']":true,"When":"1970-01-01T00:00:00Z"}}"#, exchange))
            #expect(try !means(#"{"plist":{"Status":"Error"}}"#, exchange))
        }
        let xml = SampleExchange(body: Data("<a><b>1</b><b>two</b></a>".utf8))
        #expect(try means(#"{"xml":{"a.b[1]":"two","$.a.b[0]":{"atLeast":1}}}"#, xml))
    }

    @Test func `Fields of forms are found, and other bodies have none`() throws {
        let type = ("Content-Type", "application/x-www-form-urlencoded; charset=utf-8")
        let exchange = SampleExchange(headers: [type], body: Data("name=J%C3%BCrgen+M&x=1".utf8))
        #expect(try means(#"{"form":{"name":"Jürgen M","x":"1"}}"#, exchange))
        #expect(try means(#"{"form":{"x":{"absent":true}}}"#, SampleExchange(body: Data("x=1".utf8))))
    }

    @Test func `A path is compared with its escapes and without`() throws {
        let exchange = SampleExchange(target: "/files/a%20b")
        #expect(try means(#"{"path":"/files/a b"}"#, exchange))
        #expect(try means(#"{"path":"/files/a%20b"}"#, exchange))
    }

    @Test(arguments: [
        ("/%41b/c", "/Ab/c"), ("/Ab/c", "/%41b/c"), ("/%41b/c", "/%41b/c"), ("/%61%2fb", "/a%2Fb"),
        ("/a%2Fb", "/%61%2fb"), ("/x%3Ay%7E", "/x:y~"), ("/%64ev*/**", "/devices/7"), ("/a%2Ab", "/a%2ab"),
    ])
    func `A path is compared without escapes that are not needed`(pattern: String, target: String) throws {
        let exchange = SampleExchange(target: target)
        #expect(try means(#"{"path":"\#(pattern)"}"#, exchange))
        guard !pattern.contains("*") else { return }
        #expect(try means(#"{"path":{"equals":"\#(pattern)"}}"#, exchange))
        #expect(
            try means(
                #"{"path":{"startsWith":"\#(pattern)","endsWith":"\#(pattern)"}}"#, exchange))
        #expect(try !means(#"{"path":{"not":"\#(pattern)"}}"#, exchange))
    }

    @Test func `An escaped star in a path is a star, and no pattern`() throws {
        #expect(try !means(#"{"path":"/a%2Ab"}"#, SampleExchange(target: "/axb")))
        #expect(PathEscapes.settled("/%4/%zz%") == "/%4/%zz%" && PathEscapes.settled("/%c3%A4") == "/%C3%A4")
    }

    @Test(arguments: [
        #"{"json":{"$.a":1}}"#, #"{"body":"x"}"#, #"{"text":"x"}"#, #"{"path":{"matches":"a*"}}"#,
        #"{"not":{"device":{"not":{"matches":"a"}}}}"#, #"{"anyOf":[{"method":"GET"},{"answer":{"body":"x"}}]}"#,
        #"{"allOf":[{"path":{"each":{"anyOf":["/a",{"matches":"b"}]}}}]}"#,
    ])
    func `What looks into bodies or for patterns may take long`(json: String) throws {
        #expect(try matcher(json).isLong)
    }

    @Test(arguments: [
        "{}", #"{"method":"GET","path":"/a*/**","device":"a","status":200}"#,
        #"{"not":{"anyOf":[{"route":"GET /x"},{"query":{"a":{"contains":"b"}}}]},"after":"2026-03-04T05:06:08Z"}"#,
    ])
    func `What looks at heads alone is quick`(json: String) throws {
        #expect(try !matcher(json).isLong)
    }

    @Test func `Whether an answer is needed is known`() throws {
        for json in [#"{"status":200}"#, #"{"not":{"answer":{"body":"x"}}}"#, #"{"anyOf":[{"refusal":"notFound"}]}"#] {
            #expect(try matcher(json).needsAnswer, "\(json)")
        }
        #expect(try !matcher(#"{"method":"GET","json":{"a":1},"device":"a"}"#).needsAnswer)
    }
}
