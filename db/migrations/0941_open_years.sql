-- The installation knows a few years ahead; a year is offered to people once it is open: by the job on 1 November before
-- it, or earlier by head office.
alter table academic_year add column opened_on date;
update academic_year set opened_on = make_date(id - 1, 11, 1) where make_date(id - 1, 11, 1) <= (now() at time zone 'Asia/Kolkata')::date;

-- Zones and years are tabs of the register; whoever looks for them finds them in the menu.
insert into menu_item (key, dashboard_id, group_label, group_position, label, link, modules, hide_rule, position) values
  ('A18', 1, 'Masters', 1, 'Zones', '/franchisee?tab=zones', '{Franchisee}', 'CENTRE_USER', 1),
  ('A19', 1, 'Masters', 1, 'Academic years', '/franchisee?tab=years', '{Franchisee}', 'CENTRE_USER', 1);
