-- The head office's books open with `ledger` and the level of finance (system.md 12.3): a zone manager holds `ledger` for
-- the centres of the zone and may not see them, so the menu must not offer them.
update menu_item set modules = '{ledger}', modules_also = '{level_7}' where key = 'G09';
update screen_route set modules = '{ledger}', modules_also = '{level_7}' where path = '/ledger/nodal';
