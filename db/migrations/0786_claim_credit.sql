-- What of a claim is credited: the note that waits for finance, and when it was issued.
alter table damage_claim add column note_id uuid, add column credited_at timestamptz;
alter table damage_claim add foreign key (franchisee_id, note_id) references note (franchisee_id, id);
alter table damage_claim add constraint damage_claim_credited check (credited_at is null or note_id is not null);
create index damage_claim_note on damage_claim (franchisee_id, note_id);
