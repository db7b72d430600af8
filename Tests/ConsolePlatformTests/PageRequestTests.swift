import Testing

@testable import ConsolePlatform

/// How many rows a list has, by what is on a page of it.
struct PageRequestTests {
    @Test(arguments: [
        (page: 0, shown: 0, total: 0), (0, 3, 3), (2, 4, 24),
        // Of full pages, and of those behind the last, nothing is known.
        (0, 10, 77), (3, 10, 77), (8, 0, 77),
    ])
    func `Only pages that may not be the last are counted`(page: Int, shown: Int, total: Int) {
        #expect(PageRequest(page: page, size: 10).total(showing: shown) { 77 } == total)
    }

    @Test func `A page without room says nothing of the list`() {
        #expect(PageRequest(page: 0, size: 0).total(showing: 0) { 77 } == 77)
    }
}
