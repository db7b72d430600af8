import ConsoleModel

extension JournalFeature {
    /// Empties the journal when everything is replaced, unless it is to stay; ids go on.
    var following: ResetParticipant {
        ResetParticipant { [memory] occasion in
            guard !occasion.keepsJournal else { return }
            memory.remove(countsAnew: true) { _ in true }
        }
    }
}

extension FaultFeature {
    /// Takes all faults away with a reset.
    var following: ResetParticipant {
        ResetParticipant { [book] occasion in
            guard case .reset = occasion else { return }
            book.remove(Set(book.faults(in: .whole).map(\.id)))
        }
    }
}

extension ScenarioFeature {
    /// Ends all scenarios with a reset.
    var following: ResetParticipant {
        ResetParticipant { [book] occasion in
            guard case .reset = occasion else { return }
            _ = book.remove(Set(book.runs(in: .whole).map(\.id)))
        }
    }
}
