-- The photo gallery (areas/communication.md 2.4, 3.10). Who may see an album stands in gallery_enrolment from its publication
-- on; which of its pictures is consent, asked at each reading: families never read the pictures' rows.
create table gallery (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  academic_year_id int not null references academic_year (id),
  title text not null check (length(title) between 1 and 80), description text check (length(description) <= 500),
  on_date date not null, event_id uuid,
  audience text not null default 'CLASS' check (audience in ('CLASS', 'CENTRE', 'PUBLIC')),
  section_ids uuid[] not null check (section_ids <> '{}'),
  cover_photo_id uuid,
  status text not null default 'DRAFT' check (status in ('DRAFT', 'PUBLISHED', 'WITHDRAWN')),
  published_at timestamptz, published_by uuid references app_user (id),
  withdraw_reason text check (length(withdraw_reason) <= 300),
  primary key (franchisee_id, id),
  foreign key (franchisee_id, event_id) references event (franchisee_id, id));
create index gallery_year on gallery (franchisee_id, academic_year_id, on_date desc, id);
create index gallery_academic_year on gallery (academic_year_id);
create index gallery_event on gallery (franchisee_id, event_id);
create index gallery_publisher on gallery (published_by);
select make_centre_table('gallery');

create table gallery_photo (
  franchisee_id int not null, id uuid not null default gen_random_uuid(), gallery_id uuid not null,
  position int not null,
  -- Of a removed picture the files are gone.
  large_id uuid, small_id uuid,
  width int not null check (width between 1 and 2000), height int not null check (height between 1 and 2000),
  sha256 bytea,
  caption text check (length(caption) <= 120),
  -- Children on it, named or not. Null: nobody said yet; 0: no child can be recognised.
  children_count int check (children_count between 0 and 60),
  status text not null default 'NEEDS_NAMES' check (status in ('NEEDS_NAMES', 'BLOCKED', 'READY', 'REMOVED')),
  primary key (franchisee_id, id),
  check ((status = 'REMOVED') = (large_id is null)), check ((large_id is null) = (small_id is null)),
  foreign key (franchisee_id, gallery_id) references gallery (franchisee_id, id),
  foreign key (franchisee_id, large_id) references file (franchisee_id, id),
  foreign key (franchisee_id, small_id) references file (franchisee_id, id));
create index gallery_photo_album on gallery_photo (franchisee_id, gallery_id, position);
create unique index gallery_photo_once on gallery_photo (franchisee_id, gallery_id, sha256) where status <> 'REMOVED';
create index gallery_photo_large on gallery_photo (franchisee_id, large_id);
create index gallery_photo_small on gallery_photo (franchisee_id, small_id);
select make_centre_table('gallery_photo');

create table photo_child (
  franchisee_id int not null, photo_id uuid not null, enrolment_id uuid not null,
  how text not null default 'NAMED' check (how in ('NAMED', 'BLURRED')),
  primary key (franchisee_id, photo_id, enrolment_id),
  foreign key (franchisee_id, photo_id) references gallery_photo (franchisee_id, id) on delete cascade,
  foreign key (franchisee_id, enrolment_id) references enrolment (franchisee_id, id));
create index photo_child_child on photo_child (franchisee_id, enrolment_id);
select make_centre_table('photo_child');

create table gallery_enrolment (
  franchisee_id int not null, gallery_id uuid not null, enrolment_id uuid not null, seen_at timestamptz,
  primary key (franchisee_id, gallery_id, enrolment_id),
  foreign key (franchisee_id, gallery_id) references gallery (franchisee_id, id) on delete cascade,
  foreign key (franchisee_id, enrolment_id) references enrolment (franchisee_id, id));
create index gallery_enrolment_child on gallery_enrolment (franchisee_id, enrolment_id);
select make_centre_table('gallery_enrolment');

-- A family finds something wrong with a picture: it is hidden for that child's family until somebody looked at it.
create table photo_report (
  franchisee_id int not null, photo_id uuid not null, enrolment_id uuid not null,
  note text check (length(note) <= 300), reported_at timestamptz not null, reported_by uuid not null references app_user (id),
  handled_at timestamptz, handled_by uuid references app_user (id),
  primary key (franchisee_id, photo_id, enrolment_id),
  foreign key (franchisee_id, photo_id) references gallery_photo (franchisee_id, id) on delete cascade,
  foreign key (franchisee_id, enrolment_id) references enrolment (franchisee_id, id),
  check ((handled_at is null) = (handled_by is null)));
create index photo_report_child on photo_report (franchisee_id, enrolment_id);
create index photo_report_by on photo_report (reported_by);
create index photo_report_handled on photo_report (handled_by);
select make_centre_table('photo_report');

select allow_family('gallery_enrolment', 'enrolment_id in (select e.id from enrolment e where e.student_id = any ((select scope_students())::uuid[]))');
select allow_family('gallery', $policy$status = 'PUBLISHED' and exists (select from gallery_enrolment g
  where g.franchisee_id = gallery.franchisee_id and g.gallery_id = gallery.id)$policy$);
