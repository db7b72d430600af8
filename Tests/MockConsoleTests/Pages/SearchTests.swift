import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole

/// Finding sections of articles and routes by words.
struct SearchTests {
    private let description: APIDescription

    init() async throws { description = try await APIDescription.served() }

    // MARK: Words

    @Test(arguments: [
        ("Send COMMANDS", ["send", "command"]), ("uploading an ipa", ["upload", "ipa"]), ("policies", ["polic"]),
        ("access", ["access"]), ("assigned apps", ["assign", "app"]), ("the", ["the"]), ("udid=5", ["udid=5"]),
        ("bus", ["bus"]), ("how do I sign in", ["sign"]),
    ])
    func `Forms of a word count as the word, and words that say nothing do not count`(typed: String, stems: [String]) {
        #expect(SearchWords(typed).words.map { String(decoding: $0.stem, as: UTF8.self) } == stems)
    }

    @Test(arguments: ["", "   ", "\t"])
    func `Nothing typed is no search`(typed: String) {
        #expect(SearchWords(typed).isEmpty)
    }

    @Test func `What was typed is shown without more blanks than it needs, and 200 characters of it count`() {
        #expect(SearchWords("  smart \n group ").text == "smart group")
        #expect(SearchWords(String(repeating: "x", count: 5000)).text.count == 200)
    }

    @Test(arguments: [
        ("type", "AuthenticationType", 14), ("type", "prototype", nil), ("Type", "a type", 2), ("ipa", "an IPA", 3),
        ("ipa", "principal", nil), ("é", "caf é", 4), ("é", "café", nil), ("x", "", nil), ("abc", "ab", nil),
        ("uid", "/uid/5", 1), ("5", "v5", nil),
    ])
    func `Words are found where words begin, within names too`(word: String, text: String, place: Int?) throws {
        #expect(try #require(SearchWords(word).words.first).place(in: text[...]) == place)
    }

    // MARK: Routes

    private func routes(_ typed: String) -> [String] {
        let words = SearchWords(typed)
        let search = RouteSearch(words: words)
        return description.operations.filter { operation in
            let family = description.families.first { $0.name == operation.family }
            return search.score(of: RouteSearch.Entry(operation, in: family)).found == words.words.count
        }.map { "\($0.method) \($0.path)" }
    }

    @Test(arguments: [
        "delete a smart group", "SMARTGROUPS delete {id}", "DELETE /api/mdm/smartgroups/12",
        "delete https://localhost:8443/API/mdm/smartgroups/12?x=y",
    ])
    func `A route is found by words, by path and by address`(typed: String) {
        #expect(routes(typed).contains("DELETE /api/mdm/smartgroups/{id}"))
    }

    @Test func `A path has to be of the same length`() {
        #expect(!routes("/api/mdm/smartgroups/12/devices").contains("GET /api/mdm/smartgroups/{id}"))
        #expect(routes("livez nonsense") == [])
    }

    // MARK: Articles

    @Test func `Sections have an address, a title and a text`() throws {
        let sections = try ArticleSearch().sections
        #expect(sections.count > 300)
        #expect(sections.allSatisfy { $0.address.hasPrefix("/docs/") && !$0.title.isEmpty })
    }

    @Test func `A word in a heading counts more than one in the text`() {
        let words = SearchWords("start page")
        let heading = ArticleSearch.Section(address: "", title: "", heading: "The start page", text: "")
        let text = ArticleSearch.Section(address: "", title: "", heading: "", text: "The start page")
        let apart = ArticleSearch.Section(
            address: "", title: "", heading: "", text: "A page that is long. It will start.")
        let scores = [heading, text, apart].map { ArticleSearch.score(of: $0, words) }
        #expect(scores[0] > scores[1])
        #expect(scores[1] > scores[2])
        #expect(scores.map(\.found) == [2, 2, 2])
    }

    @Test func `Excerpts are whole words around the first that was found, with all of them marked`() {
        let text =
            String(repeating: "word ", count: 40) + "the Start page starts" + String(repeating: " end", count: 80)
        let pieces = ArticleSearch.excerpt(of: text[...], SearchWords("starts"))
        #expect(pieces.first?.text == "… ")
        #expect(pieces.last?.text == " …")
        #expect(pieces.filter(\.isMarked).map(\.text) == ["Start", "start"])
        #expect(pieces.map(\.text).joined().hasPrefix("… word word"))
        #expect(ArticleSearch.excerpt(of: "short", SearchWords("x")) == [.init(text: "short", isMarked: false)])
        #expect(ArticleSearch.excerpt(of: "", SearchWords("x")) == [])
    }

    @Test func `Excerpts of texts beyond ASCII are cut between characters`() {
        let text = String(repeating: "ä–€", count: 200)
        #expect(ArticleSearch.excerpt(of: text[...], SearchWords("x")).map(\.text).joined().hasPrefix("ä–€"))
    }

    // MARK: The page

    private func page(_ find: String) async throws -> String {
        try await withConsole { try await $0.send(.get, SearchPage.address(of: find)).text }
    }

    @Test(arguments: [
        ("send command", "/docs/", "/commands<"),
        ("upload ipa", "/docs/AdminApplications", "/api/mam/blobs/uploadblob<"),
        ("authentication type", "/docs/SDKProfile", ""), ("sign in", "/docs/", "AuthenticationEndpoint.aws<"),
        ("environment file", "/docs/EnvironmentFile", "/_mock/environment<"),
    ])
    func `What newcomers look for is found in articles and routes together`(
        find: String, article: String, route: String
    )
        async throws
    {
        let page = try await page(find)
        #expect(page.contains("found for “\(find)”"), "\(find)")
        #expect(page.contains("href=\"\(article)"))
        #expect(page.contains(route))
        #expect(page.contains("<mark>"))
    }

    @Test func `Links of the page lead to headings that are there`() async throws {
        try await withConsole { console in
            let page = try await console.send(.get, "/search?find=smart+group").text
            let links = page.matches(of: /href="(\/(?:docs|openapi)\/[^"]*)"/).map { String($0.1) }
            #expect(links.count > 20)
            for link in links {
                let parts = link.split(separator: "#")
                let target = try await console.send(.get, String(parts[0]))
                #expect(target.status == .ok, "\(link)")
                if parts.count > 1 { #expect(target.text.contains("id=\"\(parts[1])\""), "\(link)") }
            }
        }
    }

    @Test func `Where nothing has all words, what has the most of them is shown, and nothing is nothing`() async throws
    {
        let some = try await page("smart group xyzzy")
        #expect(some.contains("Nothing has all words"))
        #expect(some.contains(">/api/mdm/smartgroups/search<"))
        let none = try await page("xyzzy")
        #expect(none.contains("Nothing found for “xyzzy”."))
        #expect(!none.contains("<section>"))
    }

    @Test func `Without words the page is the form`() async throws {
        let page = try await page("")
        #expect(page.contains("action=\"/search\""))
        #expect(!page.contains("role=\"status\""))
    }

    @Test(arguments: ["%3Cscript%3E", "%00", "%FF", "%22onfocus=", "://", "/", "?", "%F0%9F%A6%86", "%E2%80%93"])
    func `Anything can be looked for`(find: String) async throws {
        try await withConsole { console in
            let answer = try await console.send(.get, "/search?find=\(find)")
            #expect(answer.status == .ok)
            #expect(!answer.text.contains("<script>"))
            #expect(!answer.text.contains("\"onfocus"))
        }
    }

    @Test func `The search there was over routes leads to the one over everything`() async throws {
        try await withConsole { console in
            let answer = try await console.send(.get, "/openapi?find=smart+GROUP%26x%22")
            #expect(answer.status == .seeOther)
            #expect(answer.headers[.location] == "/search?find=smart%20GROUP%26x%22")
        }
    }
}
