-- What a family reads of its own beyond the child's rows (areas/students.md 3.9): the admission, what it paid, its receipts.
select allow_family('admission', 'student_id = any ((select scope_students())::uuid[])');
select allow_family('payment', 'exists (select from fee_account a where a.franchisee_id = payment.franchisee_id and a.id = payment.fee_account_id)');
select allow_family('receipt', 'exists (select from payment p where p.franchisee_id = receipt.franchisee_id and p.id = receipt.payment_id)');
