-- Marks of what the nodes of one installation must share (docs/operations/run-in-production.md). A mark tells whether a
-- key is the same one; the key cannot be found from it.
alter table installation
  add column seal_key_mark text check (length(seal_key_mark) = 64),
  add column sign_key_mark text check (length(sign_key_mark) = 64),
  -- Since when the login role has its password; a node with another one must not take it away from the others.
  add column api_password_at timestamptz;

-- The first node writes the marks, every node reads them. Nobody can change them afterwards through the server.
create or replace function mark_installation_keys(p_seal text, p_sign text)
returns table (seal_key_mark text, sign_key_mark text)
language sql security definer set search_path = '' as $$
  update public.installation set seal_key_mark = coalesce(installation.seal_key_mark, p_seal),
    sign_key_mark = coalesce(installation.sign_key_mark, p_sign)
    where id = 1 returning installation.seal_key_mark, installation.sign_key_mark
$$;
revoke all on function mark_installation_keys(text, text) from public;
grant execute on function mark_installation_keys(text, text) to aangan_api;
