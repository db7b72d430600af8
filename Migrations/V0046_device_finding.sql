-- What a search for devices looks through, in one place: it reads this index alone instead of every row.
CREATE INDEX deviceByText ON device (
    lower(identifier || char(10) || friendlyName || char(10) || ifnull(model, '') || char(10) || ifnull(osVersion, '')
        || char(10) || ifnull(serialNumber, '')));

-- Devices that are not compliant are counted on the start page.
CREATE INDEX deviceByCompliance ON device (complianceStatus, groupId);
