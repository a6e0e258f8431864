-- The list of dues is read newest first, of a centre or of the network; the index of 0570 served neither order.
create index franchisee_due_of_centre on franchisee_due (franchisee_id, issued_on desc, id desc);
create index franchisee_due_newest on franchisee_due (issued_on desc, id desc);
drop index franchisee_due_list;
-- What a centre has accrued and not been invoiced: head of its ledger. Without it every month of its life was read.
create index royalty_accrual_open on royalty_accrual (franchisee_id, month) include (royalty) where status = 'ACCRUED';
