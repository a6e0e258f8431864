-- Videos (areas/curriculum.md 2.1): head office's are every centre's, a centre has its own besides. They are played as they
-- were brought, by ranges of bytes; length, size and poster come from the browser that brought them.
create table video (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid() unique,
  name text not null check (length(name) between 1 and 120), slug text not null check (slug ~ '^[a-z0-9][a-z0-9-]{0,79}$'),
  description text check (length(description) <= 1000), tags text check (length(tags) <= 200),
  -- Those before READY wait for a converter; without one a video is READY or ARCHIVED.
  status text not null default 'READY' check (status in ('UPLOADING', 'RECEIVED', 'CHECKING', 'READY', 'QUARANTINED', 'FAILED', 'ARCHIVED')),
  file_id uuid not null, poster_file_id uuid, bytes bigint not null check (bytes > 0),
  duration_ms int not null check (duration_ms between 1 and 86400000),
  width int not null check (width between 1 and 8192), height int not null check (height between 1 and 8192),
  uploaded_by uuid references app_user (id),
  primary key (franchisee_id, id), unique (franchisee_id, slug),
  foreign key (franchisee_id, file_id) references file (franchisee_id, id),
  foreign key (franchisee_id, poster_file_id) references file (franchisee_id, id));
select make_shared_table('video');
create index video_list on video (franchisee_id, status, created_at desc);
create index video_file on video (franchisee_id, file_id);
create index video_poster on video (franchisee_id, poster_file_id);
create index video_uploader on video (uploaded_by);

create table video_caption (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  video_id uuid not null, lang text not null check (lang in ('en', 'hi', 'mr', 'gu', 'ta', 'te', 'kn', 'bn')), file_id uuid not null,
  primary key (franchisee_id, id), unique (franchisee_id, video_id, lang),
  foreign key (franchisee_id, video_id) references video (franchisee_id, id),
  foreign key (franchisee_id, file_id) references file (franchisee_id, id));
select make_shared_table('video_caption');
create index video_caption_file on video_caption (franchisee_id, file_id);

-- What a person has seen of a video: merged seconds [[from, to], …], each second counted once.
create table watch (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  user_id uuid not null references app_user (id), video_id uuid not null references video (id),
  intervals jsonb not null default '[]' check (jsonb_typeof(intervals) = 'array'),
  seconds int not null default 0 check (seconds >= 0), last_position int not null default 0 check (last_position >= 0),
  completed boolean not null default false, last_at timestamptz not null,
  primary key (franchisee_id, id), unique (franchisee_id, user_id, video_id));
select make_centre_table('watch');
create index watch_video on watch (video_id);
create index watch_user on watch (user_id);
