-- Looks of the last hour, for the watch over those who open very many enquiries (areas/enquiries.md 3.10). Rows come in the
-- order of time and are never changed: a small index of ranges is enough.
create index access_log_at on access_log using brin (at) with (pages_per_range = 32);
