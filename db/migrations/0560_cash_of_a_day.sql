-- The day's cash of a centre is added up before more is taken (finance.md 3.12).
create index payment_cash_day on payment (franchisee_id, received_on) where mode = 'CASH';
