-- Apps, credentials and bearer tokens of each device are counted: one login after the other, or one made-up app after the
-- other, would make them without end.

CREATE TRIGGER installationQuotaCame AFTER INSERT ON installation BEGIN
    INSERT INTO quotaUse (kind, owner, amount) VALUES ('installations', NEW.deviceId, 1)
        ON CONFLICT (kind, owner) DO UPDATE SET amount = amount + excluded.amount;
    INSERT INTO quotaGrowth (kind, owner) VALUES ('installations', NEW.deviceId) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER installationQuotaWent AFTER DELETE ON installation BEGIN
    UPDATE quotaUse SET amount = amount - 1 WHERE kind = 'installations' AND owner = OLD.deviceId;
    DELETE FROM quotaUse WHERE kind = 'installations' AND owner = OLD.deviceId AND amount = 0;
END;
INSERT INTO quotaUse (kind, owner, amount) SELECT 'installations', deviceId, COUNT(*) FROM installation GROUP BY deviceId;

CREATE TRIGGER credentialQuotaCame AFTER INSERT ON credential BEGIN
    INSERT INTO quotaUse (kind, owner, amount) VALUES ('credentials', NEW.deviceId, 1)
        ON CONFLICT (kind, owner) DO UPDATE SET amount = amount + excluded.amount;
    INSERT INTO quotaGrowth (kind, owner) VALUES ('credentials', NEW.deviceId) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER credentialQuotaWent AFTER DELETE ON credential BEGIN
    UPDATE quotaUse SET amount = amount - 1 WHERE kind = 'credentials' AND owner = OLD.deviceId;
    DELETE FROM quotaUse WHERE kind = 'credentials' AND owner = OLD.deviceId AND amount = 0;
END;
INSERT INTO quotaUse (kind, owner, amount) SELECT 'credentials', deviceId, COUNT(*) FROM credential GROUP BY deviceId;

CREATE TRIGGER accessTokenQuotaCame AFTER INSERT ON accessToken BEGIN
    INSERT INTO quotaUse (kind, owner, amount) VALUES ('accessTokens', NEW.deviceId, 1)
        ON CONFLICT (kind, owner) DO UPDATE SET amount = amount + excluded.amount;
    INSERT INTO quotaGrowth (kind, owner) VALUES ('accessTokens', NEW.deviceId) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER accessTokenQuotaWent AFTER DELETE ON accessToken BEGIN
    UPDATE quotaUse SET amount = amount - 1 WHERE kind = 'accessTokens' AND owner = OLD.deviceId;
    DELETE FROM quotaUse WHERE kind = 'accessTokens' AND owner = OLD.deviceId AND amount = 0;
END;
INSERT INTO quotaUse (kind, owner, amount) SELECT 'accessTokens', deviceId, COUNT(*) FROM accessToken GROUP BY deviceId;
