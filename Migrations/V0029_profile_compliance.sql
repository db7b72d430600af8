-- SDK profiles whose version in force has payloads that ask something of devices.
ALTER TABLE sdkProfile ADD COLUMN asksCompliance INTEGER NOT NULL DEFAULT 0 CHECK (asksCompliance IN (0, 1));
CREATE INDEX sdkProfileAskingCompliance ON sdkProfile (id) WHERE asksCompliance = 1;
-- Binary property lists hold the names of types as they are; the only such type so far is this one.
UPDATE sdkProfile SET asksCompliance = 1 WHERE EXISTS (
    SELECT 1 FROM sdkProfileVersion
    WHERE profileId = sdkProfile.id AND version = sdkProfile.version
        AND instr(payloads, CAST('CompromisedPoliciesV2' AS BLOB)) > 0
);
