import DeviceProtocol
import Foundation
import Testing

@testable import DeviceSimulator

/// Calls beside the start sequence: what is sent, and how strictly answers are read.
struct RecordCallTests {
    /// A call, an answer, and what is wrong with it; empty for nothing.
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let answer: ClientResponse
        let call: @Sendable (SimulatedClient) async throws -> Void
        let words: String

        init(
            _ name: String, _ answer: ClientResponse, _ words: String = "",
            _ call: @escaping @Sendable (SimulatedClient) async throws -> Void
        ) {
            self.name = name
            self.answer = answer
            self.words = words
            self.call = call
        }

        var testDescription: String { name }
    }

    private static let terms = #"{"EulaContentId":42,"EulaContent":"<p>","ApplicationList":["com.example.app"]}"#
    private static let support =
        #"{"d":{"Email":"help@example.test","Telephone":"1","ErrorMessage":"","HasErrors":false}}"#

    static let cases: [Case] = [
        Case("terms needed", .console(#"{"IsEulaAcceptanceRequired":true}"#)) {
            let value = try await $0.areTermsRequired()
            #expect(value)
        },
        Case(
            "terms as a string", .console(#"{"IsEulaAcceptanceRequired":"true"}"#),
            "IsEulaAcceptanceRequired is no Bool"
        ) {
            _ = try await $0.areTermsRequired()
        },
        Case("terms as a number", .console(#"{"IsEulaAcceptanceRequired":1}"#), "is no Bool") {
            _ = try await $0.areTermsRequired()
        },
        Case("no terms", .console("{}"), "IsEulaAcceptanceRequired is missing") { _ = try await $0.areTermsRequired() },
        Case("terms", .console(terms)) {
            let value = try await $0.terms(id: 42).id
            #expect(value == 42)
        },
        Case("terms with a negative id", .console(terms.replacing("42", with: "-1")), "the terms cannot be read") {
            _ = try await $0.terms()
        },
        Case("terms without content", .console(#"{"EulaContentId":42}"#), "EulaContent is missing") {
            _ = try await $0.terms()
        },
        Case("terms accepted", .console("")) { try await $0.answerTerms(id: 42, isAccepted: true) },
        Case("terms answered 201", .console("", status: 201), "answered 201") {
            try await $0.answerTerms(id: 42, isAccepted: false)
        },
        Case("key stored", .console("{}", status: 204)) { try await $0.storeKey("a2V5") },
        Case("key stored, answered in HTML", .console("<html>"), "something else") { try await $0.storeKey("a2V5") },
        Case("key", .console(#"{"Base64EncodedKey":"a2V5"}"#)) {
            let value = try await $0.retrieveKey()
            #expect(value == "a2V5")
        },
        Case("key without key", .console("{}"), "Base64EncodedKey is missing") { _ = try await $0.retrieveKey() },
        Case("key empty", .console(""), "no JSON") { _ = try await $0.retrieveKey() },
        Case("support", .console(support)) {
            let value = try await $0.supportInformation().email
            #expect(value == "help@example.test")
        },
        Case("support with errors", .console(support.replacing("false", with: "true")), "has errors") {
            _ = try await $0.supportInformation()
        },
        Case("support without the flag", .console(#"{"d":{}}"#), "HasErrors is missing") {
            _ = try await $0.supportInformation()
        },
        Case("requery", .console(#"{"Status":0}"#)) {
            let value = try await $0.requery("applist")
            #expect(value == 0)
        },
        Case("requery without status", .console("{}"), "no status") { _ = try await $0.requery("applist") },
        Case("unenrolled", .console("")) { try await $0.reportUnenrollment() },
        Case("not unenrolled", .console("", status: 500), "answered 500") { try await $0.reportUnenrollment() },
        Case("pins", .console(#"{"h":["00"]}"#)) {
            let value = try await $0.pins()
            #expect(value == ["h": ["00"]])
        },
        Case("analytics without version", .console("{}", version: nil), "x-aw-version") {
            try await $0.sendAnalytics([])
        },
        Case("discovered", .console(#"{"EnrollmentUrl":"https://a.test:8/b","GroupId":"g"}"#, version: nil)) {
            let value = try await $0.discover(domain: "d").origin
            #expect(value == "https://a.test:8")
        },
        Case("discovery without group", .console(#"{"EnrollmentUrl":"u"}"#), "GroupId is missing") {
            _ = try await $0.discover(domain: "d")
        },
        Case("discovery empty", .console(""), "no body, status 200") { _ = try await $0.discover(domain: "d") },
        Case("discovery not listed", .console("", status: 204), "not listed") {
            _ = try await $0.discover(domain: "d")
        },
    ]

    @Test(arguments: cases)
    func `An answer is taken as strictly as by a client`(one: Case) async throws {
        var client = SimulatedClient(
            device: try #require(DeviceIdentifier("0123")), bundle: try #require(BundleIdentifier("com.example.app")),
            authority: "localhost", transport: { _ in one.answer })
        client.tokens["com.example.app"] = "token"
        if one.words.isEmpty {
            try await one.call(client)
        } else {
            let error = try await #require(throws: ClientFailure.self) { try await one.call(client) }
            #expect(error.reason.contains(one.words), "\(error)")
        }
    }

    @Test(arguments: [
        ("GET", "/DeviceServices//iOS/settingsendpoint.aspx?uid=1", "GET /deviceservices/iOS/SettingsEndpoint.aspx"),
        ("HEAD", "/deviceservices/awmdmsdk/v1/platform/2/uid/ab/status", Call.reachability),
        ("GET", "/unknown/Path?x", "GET /unknown/Path"), ("HEAD", "/", "HEAD /"),
    ])
    func `A call has one spelling`(method: String, target: String, call: String) {
        #expect(SimulatedCall(method: method, target: target).description == call)
    }
}
