-- Clocks of organization groups that do not show the time of the machine.

CREATE TABLE groupClock (
    groupId  INTEGER PRIMARY KEY REFERENCES organizationGroup (id) ON DELETE CASCADE,
    -- Milliseconds since 1970 at which it stands; null for one that runs.
    frozenAt INTEGER,
    -- Milliseconds by which one that runs is ahead of the machine.
    "offset" INTEGER NOT NULL DEFAULT 0,
    setAt    INTEGER NOT NULL,
    CHECK (frozenAt IS NULL OR "offset" = 0)
) STRICT;
