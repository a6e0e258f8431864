-- A payment exception belongs to its centre, or to none where the order is unknown: a centre's work (a payment being confirmed)
-- writes and reads its own, head office all; public links and families none.
alter table recon_exception enable row level security;
alter table recon_exception force row level security;
create policy centre on recon_exception for all to rt_centre
  using (franchisee_id = any ((select scope_centres())::int[]))
  with check (franchisee_id = any ((select scope_centres())::int[]));
create policy network on recon_exception for all to rt_network using (true) with check (true);
create policy owner on recon_exception for all to aangan_owner using (true) with check (true);
revoke delete on recon_exception from rt_centre;
revoke all on recon_exception from rt_public, rt_family;
