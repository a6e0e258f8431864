-- A demo shows its messages to everybody and prints its passwords. It is over as soon as real people join it: from the
-- third one on who chose a password of their own (not at an address that is kept for trying: example, test, invalid), the
-- database is no demo any more, for good; the people of the seed lose their printed password and are signed out.
create function end_demo_for_real_people() returns trigger
language plpgsql security definer set search_path = '' as $$
declare v_real int;
begin
  if not exists (select from public.installation where demo) then return null; end if;
  select count(*) into v_real from public.app_user
   where state = 'ACTIVE' and password_set_at is not null and not code_exempt
     and coalesce(email_norm, '') !~ '(@demo\.aangan$|[@.](example|test|invalid|localhost)(\.[a-z]+)?$)';
  if v_real < 3 then return null; end if;
  update public.installation set demo = false;
  update public.session set ended_at = now(), end_reason = 'REVOKED'
   where ended_at is null and user_id in (select id from public.app_user where code_exempt);
  update public.app_user set code_exempt = false, password_hash = null where code_exempt;
  return null;
end $$;
create trigger end_demo_for_real_people after insert or update of state, password_set_at, email_norm on app_user
  for each row when (new.state = 'ACTIVE' and new.password_set_at is not null and not new.code_exempt)
  execute function end_demo_for_real_people();
