-- In which order devices enrolled: of several with one identifier, the earlier enrollment is the one that is meant.
-- A number and no time, because groups may have different clocks. Null for a device that never enrolled.
ALTER TABLE device ADD COLUMN enrollmentOrder INTEGER;
UPDATE device SET enrollmentOrder = numbered.place
FROM (SELECT id, ROW_NUMBER() OVER (ORDER BY enrolledAt, id) AS place FROM device WHERE enrolledAt IS NOT NULL) AS numbered
WHERE numbered.id = device.id;
-- The next number is one more than the highest.
CREATE INDEX deviceByEnrollmentOrder ON device (enrollmentOrder) WHERE enrollmentOrder IS NOT NULL;
CREATE TRIGGER deviceEnrollmentNumbered AFTER INSERT ON device WHEN NEW.enrollmentStatus = 4 BEGIN
    UPDATE device SET enrollmentOrder = (
        SELECT COALESCE(MAX(enrollmentOrder), 0) + 1 FROM device WHERE enrollmentOrder IS NOT NULL)
    WHERE id = NEW.id;
END;
CREATE TRIGGER deviceEnrollmentRenumbered AFTER UPDATE OF enrollmentStatus ON device
WHEN OLD.enrollmentStatus <> 4 AND NEW.enrollmentStatus = 4 BEGIN
    UPDATE device SET enrollmentOrder = (
        SELECT COALESCE(MAX(enrollmentOrder), 0) + 1 FROM device WHERE enrollmentOrder IS NOT NULL)
    WHERE id = NEW.id;
END;
