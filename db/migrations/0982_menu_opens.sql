-- A line of the menu leads to what opens. Reports show the rows of an area to who may read them there; children by class
-- are children's data, which the right to classes alone does not open.
update menu_item set modules_also = '{ledger}' where link = '/report/ledger-report';
update menu_item set modules_also = '{royalty}' where link = '/report/royalty-report';
update menu_item set modules_also = '{orderHistory}' where link in ('/report/order-report', '/report/order-purchase-report', '/report/order-tats-report');
update menu_item set modules = '{student}' where link = '/students/detail';
