-- Audits (areas/audits.md 2.2). A started audit is pinned to a version and a weight set: nothing written later reaches it.
create table audit (
  franchisee_id int not null references franchisee (id),
  -- Made on the device: started twice it is one audit.
  id uuid not null, number text not null check (length(number) between 1 and 30),
  type_id uuid not null references audit_type (id), version_id uuid not null references audit_template_version (id),
  weight_set_id uuid not null references audit_weight_set (id),
  mode text not null default 'REGULAR' check (mode in ('REGULAR', 'SELF')), academic_year_id int not null references academic_year (id),
  audit_on date not null, staff_id uuid, section_id uuid,
  auditor_id uuid not null references app_user (id), device_id text check (length(device_id) <= 60), lease_until timestamptz,
  status text not null default 'DRAFT' check (status in ('DRAFT', 'SUBMITTED', 'RETURNED', 'PUBLISHED', 'CLOSED', 'VOID')),
  -- Before it is published the audited centre sees nothing of what the network audits.
  visible_to_centre boolean not null default false,
  started_at timestamptz not null, submitted_at timestamptz, published_at timestamptz, closed_at timestamptz,
  total int not null check (total > 0), answered int not null default 0, faults int not null default 0, not_applicable int not null default 0,
  raw_bp int check (raw_bp between 0 and 10000), final_bp int check (final_bp between 0 and 10000), capped boolean not null default false,
  band text check (band in ('A', 'B', 'C', 'D')), revision int not null default 1,
  signoff text check (signoff in ('AGREED', 'DISAGREED', 'ABSENT')), signoff_name text check (length(signoff_name) <= 80),
  signoff_note text check (length(signoff_note) <= 500), reason text check (length(reason) <= 500),
  reviewed_by uuid references app_user (id),
  primary key (franchisee_id, id), unique (franchisee_id, number),
  foreign key (franchisee_id, staff_id) references staff (franchisee_id, id),
  foreign key (franchisee_id, section_id) references section (franchisee_id, id),
  check (reviewed_by <> auditor_id), check (answered <= total));
select make_centre_table('audit');
create index audit_list on audit (franchisee_id, type_id, audit_on desc, id);
create index audit_network on audit (status, audit_on desc, id);
create index audit_staff on audit (franchisee_id, staff_id, audit_on desc) where staff_id is not null;
create index audit_section on audit (franchisee_id, section_id) where section_id is not null;
create index audit_version on audit (version_id);
create index audit_weights on audit (weight_set_id);
create index audit_type_of on audit (type_id);
create index audit_year on audit (academic_year_id);
create index audit_auditor on audit (auditor_id);
create index audit_reviewer on audit (reviewed_by);

create table audit_answer (
  franchisee_id int not null, audit_id uuid not null, parameter_id uuid not null references audit_parameter (id),
  response text check (response in ('yes', 'no', 'na')), scale int check (scale between 0 and 5), note text check (length(note) <= 1000),
  -- Counted by the device for each answer: a lower one that comes later changes nothing.
  rev int not null check (rev > 0), answered_by uuid not null references app_user (id), answered_at timestamptz not null,
  primary key (franchisee_id, audit_id, parameter_id),
  foreign key (franchisee_id, audit_id) references audit (franchisee_id, id),
  check (num_nonnulls(response, scale) <= 1));
select make_centre_table('audit_answer');
create index audit_answer_parameter on audit_answer (parameter_id);
create index audit_answer_by on audit_answer (answered_by);

-- What a device has sent: each operation counts once.
create table audit_op (
  franchisee_id int not null, audit_id uuid not null, op_id uuid not null, received_at timestamptz not null default clock_timestamp(),
  primary key (franchisee_id, audit_id, op_id),
  foreign key (franchisee_id, audit_id) references audit (franchisee_id, id));
select add_centre_policies('audit_op');

create table audit_photo (
  franchisee_id int not null, id uuid not null default gen_random_uuid(), audit_id uuid not null, parameter_id uuid not null references audit_parameter (id),
  file_id uuid not null, taken_at timestamptz not null default clock_timestamp(),
  primary key (franchisee_id, id), unique (franchisee_id, audit_id, parameter_id, file_id),
  foreign key (franchisee_id, audit_id) references audit (franchisee_id, id),
  foreign key (franchisee_id, file_id) references file (franchisee_id, id));
select make_centre_table('audit_photo');
create index audit_photo_parameter on audit_photo (parameter_id);
create index audit_photo_file on audit_photo (franchisee_id, file_id);

create table audit_category_score (
  franchisee_id int not null, audit_id uuid not null, category_id uuid not null references audit_category (id),
  got int not null check (got >= 0), max int not null check (max >= got), weight_bp int not null, pct_bp int, not_applicable int not null default 0,
  primary key (franchisee_id, audit_id, category_id),
  foreign key (franchisee_id, audit_id) references audit (franchisee_id, id));
select make_centre_table('audit_category_score');
create index audit_category_score_category on audit_category_score (category_id);

-- Centres of the scope whose audits this person sees before they are published: who comes from outside (network, zone, several
-- centres); the people of the centre itself do not.
create function audit_eyes() returns int[] language sql stable security definer set search_path = '' as $$
  select case when public.scope_user() is null or exists (select from public.app_user u where u.id = public.scope_user() and u.super_admin) then public.scope_centres()
    else coalesce((select array_agg(c.id) from unnest(public.scope_centres()) c (id) where exists (
      select from public.user_role g where g.user_id = public.scope_user() and g.ended_at is null
         and (now() at time zone 'Asia/Kolkata')::date between g.from_on and coalesce(g.to_on, 'infinity')
         and (g.scope = 'NETWORK'
           or (g.scope = 'ZONE' and exists (select from public.franchisee f join public.zone z on z.id = f.zone_id where f.id = c.id and g.zone_id in (z.id, z.parent_id)))
           or (g.scope = 'CENTRES' and exists (select from public.user_centre x where x.user_id = g.user_id and x.franchisee_id = c.id
                and (now() at time zone 'Asia/Kolkata')::date between x.from_on and coalesce(x.to_on, 'infinity')))))), '{}') end
$$;
revoke execute on function audit_eyes() from public;
grant execute on function audit_eyes() to rt_centre, rt_network;
create policy seen on audit as restrictive for select to rt_centre
  using (visible_to_centre or franchisee_id = any ((select audit_eyes())::int[]));
create policy seen on audit_answer as restrictive for select to rt_centre
  using (exists (select from audit a where a.franchisee_id = audit_answer.franchisee_id and a.id = audit_answer.audit_id));
create policy seen on audit_photo as restrictive for select to rt_centre
  using (exists (select from audit a where a.franchisee_id = audit_photo.franchisee_id and a.id = audit_photo.audit_id));
create policy seen on audit_category_score as restrictive for select to rt_centre
  using (exists (select from audit a where a.franchisee_id = audit_category_score.franchisee_id and a.id = audit_category_score.audit_id));
