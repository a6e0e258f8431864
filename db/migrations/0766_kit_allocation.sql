-- The right to a kit (areas/orders.md 2.3): a child's to one of each type in a year, or a centre's to samples and WOW kits.
-- What may not be ordered yet is computed when it is read; the status tells how far an order has come.
create table kit_allocation (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  academic_year_id int not null references academic_year (id),
  kit_type text not null check (kit_type in ('CURRICULUM_KIT_1', 'INTELLI_KIT', 'BRIDGE_KIT', 'GIFT_BOX', 'SAMPLE_KIT', 'WOW_KIT', 'CURRICULUM_KIT_2')),
  enrolment_id uuid, student_id uuid, class_id int references class (id),
  sample_category text check (sample_category in ('STUDENT_KIT', 'UNIFORM_KIT')), model_id uuid,
  qty int not null default 1 check (qty between 1 and 999),
  -- Pieces on live orders. No second order can take what one has: whoever orders raises it, and only up to the quantity.
  qty_live int not null default 0,
  source text not null check (source in ('AUTO', 'UPLOAD', 'MANUAL')),
  status text not null default 'ALLOCATED' check (status in ('ALLOCATED', 'ORDERED', 'SHIPPED', 'AT_CENTRE', 'HANDED_OVER', 'REVOKED')),
  revoked_reason text check (length(revoked_reason) between 1 and 300),
  primary key (franchisee_id, id),
  foreign key (franchisee_id, enrolment_id) references enrolment (franchisee_id, id),
  foreign key (franchisee_id, student_id) references student (franchisee_id, id),
  constraint kit_allocation_live check (qty_live between 0 and qty),
  constraint kit_allocation_revoked check ((status = 'REVOKED') = (revoked_reason is not null) and (status <> 'REVOKED' or qty_live = 0)),
  constraint kit_allocation_grain check (case kit_type
    when 'SAMPLE_KIT' then sample_category is not null and model_id is null and enrolment_id is null and student_id is null and class_id is null
    when 'WOW_KIT' then model_id is not null and sample_category is null and enrolment_id is null and student_id is null and class_id is null
    else enrolment_id is not null and student_id is not null and class_id is not null and sample_category is null and model_id is null and qty = 1 end));
create unique index kit_allocation_child on kit_allocation (franchisee_id, enrolment_id, kit_type) where enrolment_id is not null and status <> 'REVOKED';
create unique index kit_allocation_gift on kit_allocation (franchisee_id, student_id) where kit_type = 'GIFT_BOX' and status <> 'REVOKED';
create unique index kit_allocation_centre on kit_allocation (franchisee_id, academic_year_id, kit_type, sample_category, model_id) nulls not distinct where enrolment_id is null and status <> 'REVOKED';
create index kit_allocation_list on kit_allocation (franchisee_id, academic_year_id, kit_type, class_id);
create index kit_allocation_enrolment on kit_allocation (franchisee_id, enrolment_id);
create index kit_allocation_student on kit_allocation (franchisee_id, student_id);
create index kit_allocation_year on kit_allocation (academic_year_id, kit_type);
create index kit_allocation_class on kit_allocation (class_id);
create index kit_allocation_model on kit_allocation (model_id);
select make_centre_table('kit_allocation');
