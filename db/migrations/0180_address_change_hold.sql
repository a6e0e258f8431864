-- Whoever moves an account to another e-mail address or mobile gets its codes from then on. Guarded acts wait a day after
-- that (shell.md 3.11), so that the owner, who is told, has the time to object; and what is signed in elsewhere ends. Here,
-- so that no way of writing the address forgets it. The person's own session is kept by their own change alone.
alter table app_user add column address_changed_at timestamptz;

create function hold_after_address_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.state = 'INVITED' then return new; end if;
  new.address_changed_at := now();
  if public.scope_user() is distinct from new.id then
    update public.session set ended_at = now(), end_reason = 'REVOKED' where user_id = new.id and ended_at is null;
  end if;
  return new;
end $$;

create trigger hold_after_address_change before update of email_norm, mobile_norm on app_user
  for each row when (old.email_norm is distinct from new.email_norm or old.mobile_norm is distinct from new.mobile_norm)
  execute function hold_after_address_change();
