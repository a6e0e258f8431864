-- A module that an operation needs beside one of its modules: the specification's access check "also" (/payments/pay).
alter table operation add column also text;
