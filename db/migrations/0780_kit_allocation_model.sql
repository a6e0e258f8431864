-- The models of WOW kits come after the allocations that name them.
alter table kit_allocation add foreign key (model_id) references wow_model (id);
