import Testing

@testable import MockControl

/// Patterns for paths (MockControl, "Matchers").
struct PathGlobTests {
    @Test(arguments: [
        ("/a/b", "/a/b", true), ("/A/b", "/a/B", true), ("/a/b", "/a/b/", false), ("/a/b", "/a", false),
        ("/a/*", "/a/b", true), ("/a/*", "/a/", true), ("/a/*", "/a/b/c", false), ("/a/*", "/a", false),
        ("/a/*/c", "/a/b/c", true), ("/a/*/c", "/a/b/b/c", false), ("/a*", "/abc", true), ("/a*c", "/abbc", true),
        ("/a*c", "/ab/c", false), ("/a/**", "/a", true), ("/a/**", "/a/", true), ("/a/**", "/a/b/c", true),
        ("/a/**", "/ab", false), ("/a/**/c", "/a/c", true), ("/a/**/c", "/a/b/c", true),
        ("/a/**/c", "/a/b/b/c", true), ("/a/**/c", "/a/bc", false), ("**", "", true), ("**", "/x/y", true),
        ("/**", "/x", true), ("**/beacon", "/a/b/beacon", true), ("/**beacon**", "/a/my-beacon/b", true),
        ("***", "/a/b", true), ("/a**b", "/a/x/b", true), ("", "", true), ("", "/", false),
        ("/käse/*", "/KÄSE/1", true), (" /a/b ", "/a/b", true), ("beacon", "/a/my-Beacon/b", true),
        ("a/b", "/x/a/b/c", true), ("a/b", "/a/c/b", false), ("b/**", "/a/b", true), ("b/**", "/a/b/c", true),
        ("b/**", "/a/bc", false), ("a*c", "/x/abc/y", true), ("a*c", "/a/c", false), ("*b", "/a/b", false),
    ])
    func `A pattern stands for these paths`(pattern: String, path: String, matches: Bool) {
        #expect(PathGlob(pattern).matches(path) == matches, "\(pattern) \(path)")
    }

    @Test(arguments: [
        ("/api/mdm/devices/{id}", "/API/mdm/devices/7", true),
        ("/api/mdm/devices/{id}", "/api/mdm/devices/7/apps", false),
        ("/api/{a}/{b}", "/api/1/2", true), ("/api/{a}/{b}", "/api/1", false), ("api/x", "/api/x", true),
    ])
    func `The placeholders of a route stand for a segment each`(route: String, path: String, matches: Bool) {
        #expect(PathGlob(route: route).matches(path) == matches, "\(route) \(path)")
    }

    @Test func `Many stars take no longer than the product of both lengths`() {
        let glob = PathGlob("/" + String(repeating: "*a", count: 200) + "/b")
        #expect(!glob.matches("/" + String(repeating: "a", count: 4000)))
    }
}
