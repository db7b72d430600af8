-- Whether an app is pushed to through the Apple Push Notification service, and the certificates for it.

CREATE TABLE applicationPush (
    applicationId INTEGER PRIMARY KEY REFERENCES application (id) ON DELETE CASCADE,
    isSupported   INTEGER NOT NULL CHECK (isSupported IN (0, 1)),
    -- Which of its certificates is used.
    environment   TEXT NOT NULL CHECK (environment IN ('production', 'development'))
) STRICT;

-- One for each server; private keys are not kept.
CREATE TABLE pushCertificate (
    applicationId INTEGER NOT NULL REFERENCES application (id) ON DELETE CASCADE,
    environment   TEXT NOT NULL CHECK (environment IN ('production', 'development')),
    certificate   BLOB NOT NULL,
    uploadedAt    INTEGER NOT NULL,
    PRIMARY KEY (applicationId, environment)
) STRICT, WITHOUT ROWID;

-- Whether a command could be pushed when it was queued, and why not; null for commands from before.
ALTER TABLE command ADD COLUMN push TEXT CHECK (push IS NULL OR json_valid(push));

-- The same of a message that goes to an app on the device.
ALTER TABLE deviceMessage ADD COLUMN push TEXT CHECK (push IS NULL OR json_valid(push));
