-- The specification's receipt fee types, Application Fee and Admission Fee, stand in every centre and year from its opening on.
-- The amount is the centre's own: until it is set the fee is not in use, and nobody is asked for it.
create function seed_receipt_fees() returns trigger
language plpgsql set search_path = '' as $$
begin
  insert into public.receipt_fee_type (franchisee_id, name, reference_type, fee_type_id, academic_year_id, amount, active)
    select new.franchisee_id, s.name, s.reference_type, t.id, new.academic_year_id, 0, false
      from (values ('Application Fee', 'APPLICATION_FORM', 'APPLICATION'), ('Admission Fee', 'ADMISSION_FORM', 'ADMISSION'))
        as s (name, reference_type, code)
      join public.fee_type t on t.franchisee_id = 1 and t.code = s.code
      join public.franchisee f on f.id = new.franchisee_id and not f.is_head_office
    on conflict do nothing;
  return null;
end $$;

create trigger seed_receipt_fees after insert on franchisee_year for each row execute function seed_receipt_fees();

insert into receipt_fee_type (franchisee_id, name, reference_type, fee_type_id, academic_year_id, amount, active)
  select c.franchisee_id, s.name, s.reference_type, t.id, c.academic_year_id, 0, false
    from franchisee_year c
    join academic_year y on y.id = c.academic_year_id and y.ends_on >= current_date
    join franchisee f on f.id = c.franchisee_id and not f.is_head_office
    cross join (values ('Application Fee', 'APPLICATION_FORM', 'APPLICATION'), ('Admission Fee', 'ADMISSION_FORM', 'ADMISSION'))
      as s (name, reference_type, code)
    join fee_type t on t.franchisee_id = 1 and t.code = s.code
  on conflict do nothing;
