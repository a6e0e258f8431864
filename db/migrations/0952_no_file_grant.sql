-- Nothing ever wrote or read it: what another centre may see of a file comes to it as a signed address (0181).
drop table file_grant;
