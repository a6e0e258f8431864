-- A plan of module SERVICE may name the service it prices (areas/services.md 1): then only that service is sold by it.
alter table fee_plan add foreign key (service_id) references service (id);
alter table fee_plan add constraint fee_plan_service check (service_id is null or module = 'SERVICE');
create index fee_plan_service_of on fee_plan (service_id, academic_year_id) where service_id is not null;
create trigger check_service before insert or update of service_id on fee_plan for each row execute function check_shared_reference('service_id', 'service');
