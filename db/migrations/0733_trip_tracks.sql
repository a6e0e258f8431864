-- Where the bus of a running trip was, as the phone of its people says, in pieces of some seconds: at milliseconds, latitude and
-- longitude. Kept for thirty days; the change audit never sees the places.
create table trip_track (
  franchisee_id int not null references franchisee (id), id uuid not null, trip_id uuid not null,
  from_at timestamptz not null, to_at timestamptz not null check (to_at >= from_at),
  points jsonb not null check (jsonb_typeof(points) = 'array'),
  primary key (franchisee_id, id),
  foreign key (franchisee_id, trip_id) references trip (franchisee_id, id));
select make_centre_table('trip_track', '{points}');
create index trip_track_trip on trip_track (franchisee_id, trip_id, to_at);
create index trip_track_age on trip_track (to_at);
