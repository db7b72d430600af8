import Testing

@testable import ConsoleHTTP
@testable import ConsolePlatform
@testable import ConsoleTestSupport

/// Which form and version `Accept` asks for.
struct AdminRequestedFormTests {
    @Test(
        arguments: [
            ("", false, nil), ("application/json", false, nil), ("application/json;", false, nil),
            ("application/json;version=1", false, 1), ("application/json; version=2", false, 2),
            ("application/json;version=2;charset=utf-8", false, 2), ("*/*", false, nil),
            ("Application/JSON; Version=\"3\"", false, 3), ("application/xml", true, nil),
            ("text/xml;version=1", true, 1), ("text/html, application/xml;q=0.9, */*;q=0.8", true, nil),
            ("text/html, */*;q=0.8", false, nil), ("application/json, version=2", false, 2),
            ("application/json, text/plain;version=2, */*", false, 2), ("version=2", false, 2),
            ("application/xml;q=0, application/json", false, nil), ("application/json;version=x", false, nil),
        ] as [(String, Bool, Int?)])
    func `A media type and a version are found wherever clients put them`(
        accept: String, isXML: Bool, version: Int?
    ) throws {
        let form = try #require(AdminRequestedForm(accept: accept))
        #expect((form.media == .xml) == isXML)
        #expect(form.version == version)
    }

    @Test(arguments: ["text/html", "image/png", "application/octet-stream;version=2", "application/json;q=0"])
    func `What cannot be answered is told apart`(accept: String) {
        #expect(AdminRequestedForm(accept: accept) == nil)
    }

    @Test(
        arguments: [
            ([1, 2, 3], nil, 1), ([1, 2, 3], 1, 1), ([1, 2, 3], 2, 2), ([1, 2, 3], 9, 3), ([1, 3], 2, 1),
            ([2, 3], nil, 2), ([2], 1, 2), ([1], 4, 1),
        ] as [([Int], Int?, Int)])
    func `The highest version not above the one asked for answers`(has: [Int], asked: Int?, answers: Int) {
        let versions = AdminVersions(Dictionary(uniqueKeysWithValues: has.map { ($0, "v\($0)") }))
        #expect(versions.select(asked, for: nil)?.number == answers)
    }

    @Test(
        arguments: [
            ("570", nil, 1), ("570", 2, 1), ("570", 9, 1), ("2f0e7f4a-58a7-4f0a-9e0e-3d2f6d6e0571", nil, 2),
            ("2f0e7f4a-58a7-4f0a-9e0e-3d2f6d6e0571", 1, 2), ("2F0E7F4A-58A7-4F0A-9E0E-3D2F6D6E0571", 3, 3),
            ("2f0e7f4a-58a7-4f0a-9e0e-3d2f6d6e0571", 4, 3),
        ] as [(String, Int?, Int)])
    func `An integer and a uuid pick among the versions that take them`(id: String, asked: Int?, answers: Int) {
        let versions = AdminVersions([1: "a", 2: "b", 3: "c"], uuidFrom: 2)
        #expect(versions.select(asked, for: RecordReference(id))?.number == answers)
    }

    @Test(arguments: ["", "False", "-1", "1.5", "+1", "99999999999999999999", "2f0e7f4a58a74f0a9e0e3d2f6d6e0571", "١"])
    func `What is neither an integer nor a uuid is no reference`(text: String) {
        #expect(RecordReference(text) == nil)
    }
}
