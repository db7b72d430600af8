import Foundation
import Testing

@testable import DeviceProtocol

/// Do-not-disturb (DeviceServices, section 18).
struct DoNotDisturbTests {
    @Test(arguments: [true, false])
    func `A change is a truth value`(value: Bool) throws {
        let change = DoNotDisturbChange(isDoNotDisturb: value)
        #expect(try change.encoded().text == "{\"IsDoNotDisturb\":\(value)}")
        #expect(try DoNotDisturbChange(json: try change.encoded()) == change)
    }

    @Test(arguments: ["", "[]", "{}", "null", "1", "\"true\"", "[true]", "{}"])
    func `Anything else is refused`(value: String) {
        let data = Data("{\"IsDoNotDisturb\":\(value)}")
        #expect(throws: MessageError.self) { try DoNotDisturbChange(json: data) }
        #expect(throws: MessageError.self) { try DoNotDisturbChange(json: Data("{}")) }
    }

    @Test
    func `A status has three members, and a reason if there was no success`() throws {
        let off = DoNotDisturbStatus(isSuccess: true, isDoNotDisturb: false, enabledAt: nil)
        #expect(try off.sortedJSON().text == "{\"EnabledAt\":null,\"IsDoNotDisturb\":false,\"Success\":true}")
        let refused = DoNotDisturbStatus(isSuccess: false, isDoNotDisturb: true, enabledAt: "2026", reason: "no")
        let text = try refused.sortedJSON()
        #expect(text.text == "{\"EnabledAt\":\"2026\",\"IsDoNotDisturb\":true,\"Reason\":\"no\",\"Success\":false}")
        #expect(try JSONDecoder().decode(DoNotDisturbStatus.self, from: text) == refused)
    }
}
