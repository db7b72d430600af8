-- Keys in escrow of each device are counted: its users may be many, and nobody takes their keys away.

CREATE TRIGGER escrowedKeyQuotaCame AFTER INSERT ON escrowedKey BEGIN
    INSERT INTO quotaUse (kind, owner, amount) VALUES ('escrowedKeys', NEW.deviceId, 1)
        ON CONFLICT (kind, owner) DO UPDATE SET amount = amount + excluded.amount;
    INSERT INTO quotaGrowth (kind, owner) VALUES ('escrowedKeys', NEW.deviceId) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER escrowedKeyQuotaWent AFTER DELETE ON escrowedKey BEGIN
    UPDATE quotaUse SET amount = amount - 1 WHERE kind = 'escrowedKeys' AND owner = OLD.deviceId;
    DELETE FROM quotaUse WHERE kind = 'escrowedKeys' AND owner = OLD.deviceId AND amount = 0;
END;
INSERT INTO quotaUse (kind, owner, amount) SELECT 'escrowedKeys', deviceId, COUNT(*) FROM escrowedKey GROUP BY deviceId;
