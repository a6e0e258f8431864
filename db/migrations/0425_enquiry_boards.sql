-- Boards of enquiries (areas/enquiries.md 4): how far each has come, the index their figures are read from, what was spent,
-- what the printed codes brought.
create function enquiry_rank(p_status text) returns smallint language sql immutable set search_path = '' as $$
  select case p_status when 'Prospect' then 1 when 'Approach' then 2 when 'Negotiation' then 3 when 'Closing' then 4 when 'Order' then 5 else 0 end::smallint
$$;
-- The furthest status an enquiry ever had, 0 (Suspect) to 5 (Order): a lost one still counts in the steps it had taken.
alter table enquiry add column reached smallint not null default 0 check (reached between 0 and 5);
create function note_enquiry_reached() returns trigger language plpgsql set search_path = '' as $$
begin
  new.reached := greatest(new.reached, public.enquiry_rank(new.spanco_status));
  return new;
end $$;
create trigger enquiry_reached before insert or update of spanco_status on enquiry for each row execute function note_enquiry_reached();
set local app.bulk = 'on';
update enquiry e set reached = r.reached from (
  select e.franchisee_id, e.id, greatest(enquiry_rank(e.spanco_status), coalesce(max(enquiry_rank(l.to_status)), 0::smallint)) as reached
    from enquiry e left join enquiry_stage_log l on l.franchisee_id = e.franchisee_id and l.enquiry_id = e.id group by 1, 2) r
 where r.franchisee_id = e.franchisee_id and r.id = e.id and r.reached > 0;
set local app.bulk = '';

-- Every figure of the dashboard from the index alone, a centre and year lying together.
create index enquiry_board on enquiry (franchisee_id, academic_year_id, captured_at desc, id desc)
  include (spanco_status, stage_code, sub_status, temperature, is_open, follow_up_group, next_follow_up_on, owner_id, source_id, class_id, class_category,
    child_gender, reached, walk_in_at, admitted_at, first_attempt_at, last_attempt_at, sla_due_at, lost_reason_id);
-- Days per step.
create index enquiry_stage_log_step on enquiry_stage_log (franchisee_id, enquiry_id) include (to_status, at);

create table enquiry_spend (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  month date not null, source_id uuid not null references enquiry_source (id),
  amount bigint not null check (amount > 0), note text check (length(note) <= 200),
  primary key (franchisee_id, id));
-- Any day of the month stands for it.
create unique index enquiry_spend_month on enquiry_spend (franchisee_id, source_id, (extract(year from month) * 12 + extract(month from month)));
create index enquiry_spend_source on enquiry_spend (source_id);
select make_centre_table('enquiry_spend');
revoke all on enquiry_spend from rt_public;

-- What a printed code brought each day; without a link it is the centre's standard address. Counters, no people.
create table enquiry_qr_day (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(), link_id uuid, on_date date not null,
  scans int not null default 0, opens int not null default 0, starts int not null default 0, submits int not null default 0,
  primary key (franchisee_id, id), unique nulls not distinct (franchisee_id, link_id, on_date),
  foreign key (franchisee_id, link_id) references enquiry_source_link (franchisee_id, id));
select add_centre_policies('enquiry_qr_day');
revoke delete on enquiry_qr_day from rt_centre;

-- Figures of a centre and year as of an instant, for boards over more than 50 centres. One figure is (figure, key).
create table enquiry_tally (
  franchisee_id int not null references franchisee (id), academic_year_id int not null references academic_year (id),
  figure text not null check (length(figure) <= 40), key text not null default '' check (length(key) <= 80), n bigint not null, as_of timestamptz not null,
  primary key (franchisee_id, academic_year_id, figure, key) include (n, as_of));
create index enquiry_tally_year on enquiry_tally (academic_year_id, figure, key) include (franchisee_id, n, as_of);
select add_centre_policies('enquiry_tally');
revoke insert, update, delete on enquiry_tally from rt_centre, rt_public;
