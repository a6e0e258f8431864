-- Whoever fills a form by a link is nobody by name: their uploads belong to the link, which is counted and asked for
-- instead. The unit of work sets app.link to the hash of the link that opened it.
create function scope_link() returns bytea
language sql stable parallel safe set search_path = '' as $$
  select decode(nullif(current_setting('app.link', true), ''), 'hex')
$$;
alter table file add column link_hash bytea check (length(link_hash) = 32);
alter table file alter column link_hash set default scope_link();
create index file_link on file (franchisee_id, link_hash, created_at) where link_hash is not null;

-- A file opens for who brought it or through the row that carries it; a grant to a centre opened it for all its people.
drop function file_granted_by(uuid);
