-- Documents of a centre's cameras (areas/audits.md 2.4): certificates, layouts, declarations and photographs, no footage.
create table cctv_document (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  kind text not null check (kind in ('INSTALLATION_CERTIFICATE', 'CAMERA_LAYOUT', 'RECORDER_HEALTH_REPORT', 'RETENTION_DECLARATION',
    'MAINTENANCE_CONTRACT', 'VENDOR_KYC', 'NOTICE_PHOTO', 'OTHER')),
  period_from date not null, period_to date not null, valid_to date,
  cameras int check (cameras between 0 and 200), retention_days int check (retention_days between 0 and 3650),
  note text check (length(note) <= 500),
  status text not null default 'SUBMITTED' check (status in ('SUBMITTED', 'VERIFIED', 'REJECTED')),
  -- A newer one of the kind was verified: it counts no more.
  superseded_at timestamptz,
  uploaded_by uuid default scope_user(), decided_by uuid, decided_at timestamptz, reason text check (length(reason) <= 500),
  primary key (franchisee_id, id),
  check (period_to >= period_from), check (valid_to >= period_to),
  constraint cctv_document_not_own check (decided_by <> uploaded_by));
select make_centre_table('cctv_document');
create index cctv_document_kind on cctv_document (franchisee_id, kind, status);
create index cctv_document_newest on cctv_document (created_at, id);
create index cctv_document_valid on cctv_document (franchisee_id, valid_to);
create index cctv_document_ends on cctv_document (valid_to) where status = 'VERIFIED' and superseded_at is null;

create table cctv_document_file (
  franchisee_id int not null, document_id uuid not null, file_id uuid not null, position int not null,
  primary key (franchisee_id, document_id, file_id),
  foreign key (franchisee_id, document_id) references cctv_document (franchisee_id, id),
  foreign key (franchisee_id, file_id) references file (franchisee_id, id));
select make_centre_table('cctv_document_file');
create index cctv_document_file_of on cctv_document_file (franchisee_id, file_id);

-- Who verifies finds the screen in the menu, too.
update menu_item set modules = '{cctvDocUpload,cctvDocVerify}' where link = '/cctvDocUpload/cctvDocUpload';
