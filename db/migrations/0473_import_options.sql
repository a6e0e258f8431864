-- What whoever saves a file chose beside its mode (packages/contract/file-import.ts, options).
alter table import_job add column options jsonb;
-- Examples of cells served the choice of columns; of a file that is over they are nobody's business.
update import_job set mapping = jsonb_set(mapping, '{examples}', '[]'), report = null
 where state in ('DONE', 'CANCELLED') and mapping ? 'examples';
