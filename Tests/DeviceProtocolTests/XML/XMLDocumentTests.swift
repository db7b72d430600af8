import DeviceProtocol
import Foundation
import Testing

/// XML as the JSON that says the same, and back.
struct XMLDocumentTests {
    @Test(
        arguments: [
            ("<a/>", #""""#), ("<a>x</a>", #""x""#), ("<a><b>1</b></a>", #"{"b":"1"}"#),
            ("<a><b>1</b><b>2</b><c/></a>", #"{"b":["1","2"],"c":""}"#),
            ("<n:a n:x='1'><n:b>&lt;&#65;</n:b></n:a>", #"{"b":"<A"}"#),
            (
                "<a xmlns:i='u'><b i:nil='true'/><c i:nil = \"1\"></c><d i:nil='false'/></a>",
                #"{"b":null,"c":null,"d":""}"#
            ),
            ("<a><b x='a:nil=\"true\"' nil='true'/><c p:t='i' q:nil='true'>1</c></a>", #"{"b":"","c":null}"#),
            ("<a q:nil='true'/>", "null"), ("<a><b q:nil=true>1</b></a>", #"{"b":"1"}"#),
            ("<?xml version=\"1.0\"?><!-- c --><a> <b><![CDATA[<x>]]></b> </a>", #"{"b":"<x>"}"#),
        ])
    func `Elements are members`(xml: String, json: String) throws {
        let document = try XMLDocument(Data(xml.utf8))
        #expect(document.root == "a")
        #expect(String(decoding: document.value.encoded(), as: UTF8.self) == json)
    }

    @Test(arguments: [
        "", "x", "<a>", "<a></b>", "</a>", "<a/><b/>", "<a><b></a></b>", "<!DOCTYPE a [<!ENTITY x 'y'>]><a>&x;</a>",
        "<a>&unknown;</a>", String(repeating: "<a>", count: 100_000),
    ])
    func `What is no document is refused`(xml: String) {
        #expect(throws: MessageError.self) { try XMLDocument(Data(xml.utf8)) }
    }

    @Test func `Values become elements, lists repeat theirs`() throws {
        let value = try JSONValue(
            json: Data(#"{"Name":"a<b>&","Ids":[1,2],"On":true,"No":null,"1st x":{"y":""},"Bad":"\u0001\n"}"#.utf8))
        let xml = String(decoding: value.xml(root: "R", namespace: "urn:n"), as: UTF8.self)
        #expect(
            xml == "<?xml version=\"1.0\" encoding=\"utf-8\"?><R xmlns=\"urn:n\"><Name>a&lt;b&gt;&amp;</Name>"
                + "<Ids>1</Ids><Ids>2</Ids><On>true</On><_1stx><y></y></_1stx><Bad>&#10;</Bad></R>")
        let list = String(decoding: JSONValue.array([.number("1")]).xml(root: "R", namespace: "u"), as: UTF8.self)
        #expect(list.hasSuffix("<R xmlns=\"u\"><Item>1</Item></R>"))
        #expect(try XMLDocument(Data(xml.utf8)).root == "R")
    }
}
