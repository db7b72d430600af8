-- Whether a credential ended with a wipe that is still pending: an app may acknowledge the wipe, or un-enroll, with it.
ALTER TABLE credential ADD COLUMN isLeaving INTEGER NOT NULL DEFAULT 0 CHECK (isLeaving IN (0, 1));
ALTER TABLE accessToken ADD COLUMN isLeaving INTEGER NOT NULL DEFAULT 0 CHECK (isLeaving IN (0, 1));

-- Wipes that are pending, the oldest first.
CREATE INDEX deviceAwaitingWipe ON device (statusChangedAt) WHERE enrollmentStatus IN (5, 6);

-- 5 and 6 are pending wipes. However a wipe ends, nothing is left to acknowledge.
CREATE TRIGGER deviceWipeEnded AFTER UPDATE OF enrollmentStatus ON device
WHEN OLD.enrollmentStatus IN (5, 6) AND NEW.enrollmentStatus NOT IN (5, 6)
BEGIN
    UPDATE credential SET isLeaving = 0 WHERE deviceId = NEW.id AND isLeaving = 1;
    UPDATE accessToken SET isLeaving = 0 WHERE deviceId = NEW.id AND isLeaving = 1;
    UPDATE command SET status = 'expired', finishedAt = NEW.statusChangedAt
    WHERE deviceId = NEW.id AND status IN ('queued', 'delivered', 'notNow');
END;
