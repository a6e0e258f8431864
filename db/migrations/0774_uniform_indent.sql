-- What a centre asks for a child to wear (areas/orders.md 2.3): one indent a set, its styles each in one size. The child's name and
-- age stay with the child; a height is kept because the size was chosen by it.
create table uniform_indent (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  indent_no text not null check (length(indent_no) between 1 and 30),
  academic_year_id int not null references academic_year (id), class_id int not null references class (id),
  enrolment_id uuid, student_id uuid, enquiry_id uuid,
  height_cm int check (height_cm between 60 and 140),
  -- A second set is asked for by itself.
  set_no smallint not null default 1 check (set_no between 1 and 9),
  status text not null default 'SUBMITTED' check (status in ('SUBMITTED', 'ORDERED', 'FULFILLED', 'CANCELLED')),
  -- Of an order that failed it stays: money that comes late takes the indents up again, unless another order has them.
  order_id uuid, remark text check (length(remark) between 1 and 300),
  submitted_at timestamptz not null default now(), submitted_by uuid references app_user (id),
  primary key (franchisee_id, id), unique (franchisee_id, indent_no),
  foreign key (franchisee_id, enrolment_id) references enrolment (franchisee_id, id),
  foreign key (franchisee_id, student_id) references student (franchisee_id, id),
  foreign key (franchisee_id, enquiry_id) references enquiry (franchisee_id, id),
  foreign key (franchisee_id, order_id) references kit_order (franchisee_id, id),
  constraint uniform_indent_child check (enrolment_id is not null or enquiry_id is not null),
  constraint uniform_indent_ordered check (status not in ('ORDERED', 'FULFILLED') or order_id is not null));
create unique index uniform_indent_enrolment on uniform_indent (franchisee_id, enrolment_id, academic_year_id, set_no) where enrolment_id is not null and status <> 'CANCELLED';
create unique index uniform_indent_enquiry on uniform_indent (franchisee_id, enquiry_id, academic_year_id, set_no) where enquiry_id is not null and status <> 'CANCELLED';
create index uniform_indent_list on uniform_indent (franchisee_id, academic_year_id, status, submitted_at desc, id desc);
create index uniform_indent_child_row on uniform_indent (franchisee_id, enrolment_id);
create index uniform_indent_enquiry_row on uniform_indent (franchisee_id, enquiry_id);
create index uniform_indent_student on uniform_indent (franchisee_id, student_id);
create index uniform_indent_order on uniform_indent (franchisee_id, order_id);
create index uniform_indent_year on uniform_indent (academic_year_id);
create index uniform_indent_class on uniform_indent (class_id);
create index uniform_indent_by on uniform_indent (submitted_by);
select make_centre_table('uniform_indent');

create table uniform_indent_line (
  franchisee_id int not null references franchisee (id), indent_id uuid not null,
  style_id uuid not null references product (id), product_id uuid not null references product (id),
  qty int not null check (qty between 1 and 12), suggested_product_id uuid references product (id),
  primary key (franchisee_id, indent_id, style_id),
  foreign key (franchisee_id, indent_id) references uniform_indent (franchisee_id, id));
create index uniform_indent_line_style on uniform_indent_line (style_id);
create index uniform_indent_line_product on uniform_indent_line (product_id);
create index uniform_indent_line_suggested on uniform_indent_line (suggested_product_id);
select make_centre_table('uniform_indent_line');
