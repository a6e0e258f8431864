-- Recorded classes (areas/curriculum.md 2.1): head office's are every centre's, a centre has its own besides. A family reads
-- those of its children's classes while they are visible.
create table recorded_class (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  folder_id uuid not null references curriculum_folder (id), class_id int references class (id),
  week_no int check (week_no between 1 and 52), day_no int check (day_no between 1 and 6),
  title text not null check (length(title) between 1 and 120), recorded_on date not null,
  video_id uuid not null references video (id), visible_from date, visible_to date check (visible_to >= visible_from),
  primary key (franchisee_id, id),
  check (week_no is null or class_id is not null), check (day_no is null or week_no is not null));
create index recorded_class_place on recorded_class (folder_id, class_id, week_no, day_no);
create index recorded_class_class on recorded_class (class_id);
create index recorded_class_video on recorded_class (video_id);
create index recorded_class_latest on recorded_class (franchisee_id, recorded_on desc);
select make_shared_table('recorded_class');
drop policy shared_read on recorded_class;
create policy shared_read on recorded_class for select to rt_centre, rt_public
  using (franchisee_id = 1 or franchisee_id = any ((select scope_centres())::int[]));
create policy family on recorded_class for select to rt_family
  using ((franchisee_id = 1 or franchisee_id = any ((select scope_centres())::int[]))
    and (now() at time zone 'Asia/Kolkata')::date between coalesce(visible_from, '-infinity') and coalesce(visible_to, 'infinity')
    and class_id in (select e.class_id from enrolment e where e.student_id = any ((select scope_students())::uuid[]) and e.status in ('ACTIVE', 'ON_HOLD')));

-- Where a parent stopped in a recorded class. Without a context the scope raises before a row is looked at.
select allow_family('watch', 'user_id = (select x.u from (select (select scope_centres()) as c, scope_user() as u) x where x.c is not null)');
