import DeviceProtocol
import Foundation
import Testing

/// Messages about terms of use, type by type (DeviceServices, section 11).
struct TermsOfUseMessageTests {
    @Test(arguments: [true, false]) func `The check is a boolean`(isRequired: Bool) throws {
        let check = TermsOfUseCheck(isAcceptanceRequired: isRequired)
        #expect(check.encoded().text == "{\"IsEulaAcceptanceRequired\":\(isRequired)}")
        #expect(try TermsOfUseCheck(json: check.encoded()) == check)
    }

    @Test(arguments: ["\"true\"", "1", "null", "[]"]) func `A check of another kind is invalid`(value: String) {
        let error = failure { () throws(MessageError) in
            try TermsOfUseCheck(json: Data("{\"IsEulaAcceptanceRequired\":\(value)}"))
        }
        #expect(error == MessageError("must be a boolean", field: "IsEulaAcceptanceRequired"))
    }

    @Test func `The content has exactly the types a client parses`() throws {
        let content = TermsOfUseContent(contentID: 42, content: "<p>a/b \"ä\"</p>", applications: ["com.example.a"])
        let text =
            #"{"ApplicationList":["com.example.a"],"EulaContent":"<p>a/b \"ä\"</p>","EulaContentId":42}"#
        #expect(try content.encoded().text == text)
        #expect(try TermsOfUseContent(json: content.encoded()) == content)
        let forAll = TermsOfUseContent(contentID: .max, content: String(repeating: "x", count: 100_000))
        #expect(try !forAll.encoded().text.contains("ApplicationList"))
        #expect(try TermsOfUseContent(json: forAll.encoded()) == forAll)
    }

    @Test(arguments: [
        ("\"42\"", "\"x\"", "[]", "EulaContentId"), ("-1", "\"x\"", "[]", "EulaContentId"),
        ("1.5", "\"x\"", "[]", "EulaContentId"), ("42", "7", "[]", "EulaContent"),
        ("42", "\"x\"", "\"a\"", "ApplicationList"), ("42", "\"x\"", "[1]", "ApplicationList"),
    ])
    func `Content of other types is invalid`(id: String, content: String, apps: String, field: String) {
        let json = "{\"EulaContentId\":\(id),\"EulaContent\":\(content),\"ApplicationList\":\(apps)}"
        let error = failure { () throws(MessageError) in try TermsOfUseContent(json: Data(json)) }
        #expect(error?.field == field)
    }

    @Test(arguments: ["42", "\"42\""]) func `An answer names the version`(value: String) throws {
        let answer = try TermsOfUseAnswer(json: Data("{\"EulaContentId\":\(value)}"))
        #expect(answer == TermsOfUseAnswer(contentID: 42))
        #expect(answer.encoded().text == "{\"EulaContentId\":42}")
    }

    @Test(arguments: ["", "{}", "{\"EulaContentId\":-1}", "{\"EulaContentId\":null}", "{\"EulaContentId\":1e3}"])
    func `An answer without a version is invalid`(json: String) {
        #expect(failure { () throws(MessageError) in try TermsOfUseAnswer(json: Data(json)) } != nil)
    }
}
