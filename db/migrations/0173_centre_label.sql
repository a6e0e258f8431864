-- '(014) Baner' wherever a centre is picked or named (areas/network.md N3): the record's label is a column, so pickers,
-- lists, exports and their search all have the same one. Ids above 999 are not padded.
alter table franchisee add column label text generated always as ('(' || lpad(id::text, greatest(3, length(id::text)), '0') || ') ' || company_name) stored;
create index franchisee_label on franchisee using gin (label gin_trgm_ops);
