// So that the schema can be spread over several machines by centre (docs/operations/scale.md): the keys of a centre's table
// lead to its centre. Shared tables (the network's rows and a centre's own) and network tables are small: every machine
// would hold a copy.
import type { Client } from 'pg';
import type { CatalogueCheck } from './catalogue-checks.ts';

/** Unique in the whole network on purpose: before spreading, a network table has to lead from the value to its centre. */
const UNIQUE_IN_NETWORK: Readonly<Record<string, string>> = {
  'access_log(id)': 'of the whole network, with a centre noted or none; would be kept by machine',
  'announcement(id)': 'head office’s announcement is named by the rows of its readers at every centre',
  'e_invoice(doc_type, doc_no, fy, seller_gstin)':
    'the portal’s own key of a document; the number holds the series of its issuer',
  'enquiry_source_link(key)': 'printed on a QR code; found before any centre is known',
  'recon_exception(id)': 'of the whole network, with a centre noted or none',
  'recon_exception(kind, provider_ref)': 'a provider’s reference, whoever’s it is',
  'recon_exception(kind)': 'one open proof of head office’s books',
  'record_change(id)': 'of the whole network, with a centre noted or none; would be kept by machine',
  'note(number)': 'the series names its centre, so no other centre has the number',
  'royalty_invoice(number)': 'head office’s own series, kept on one machine',
  'settlement_batch(number)': 'head office’s own series, kept on one machine',
  'ticket(ticket_no)': 'holds the number of its centre, so no other centre has it',
};

/** Tables of centres: a policy for the own centre's rows, and none for shared ones. */
const SPREAD = `spread as (
  select c.oid, c.relname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'franchisee_id' and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'centre'))`;
const columnsOf = (table: string, numbers: string): string =>
  `(select string_agg(a.attname, ', ' order by a.attnum) from pg_attribute a where a.attrelid = ${table} and a.attnum = any(${numbers}))`;
const hasCentre = (table: string, numbers: string): string =>
  `exists (select from pg_attribute a where a.attrelid = ${table} and a.attname = 'franchisee_id' and a.attnum = any(${numbers}))`;

const breaches = async (client: Client, sql: string): Promise<string[]> =>
  (await client.query<{ breach: string }>(`with ${SPREAD} ${sql}`)).rows.map((row) => row.breach);

export const shardingChecks: readonly CatalogueCheck[] = [
  {
    name: 'the primary key and every unique index of a centre’s table hold the centre',
    find: async (client) => {
      const found = await breaches(
        client,
        `select s.name || '(' || coalesce(${columnsOf('s.oid', 'i.indkey')}, 'expression') || ')' as breach
           from spread s join pg_index i on i.indrelid = s.oid and i.indisunique where not ${hasCentre('s.oid', 'i.indkey')} order by 1`,
      );
      const gone = Object.keys(UNIQUE_IN_NETWORK).filter((key) => !found.includes(key));
      return [
        ...found.filter((key) => !(key in UNIQUE_IN_NETWORK)),
        ...gone.map((key) => `${key}: listed, not there`),
      ];
    },
    twin: 'create unique index twin on receipt (id)',
  },
  {
    name: 'a foreign key between tables of centres carries the centre',
    find: (client) =>
      breaches(
        client,
        `select s.name || '(' || ${columnsOf('s.oid', 'k.conkey')} || ') -> ' || o.name as breach from spread s
           join pg_constraint k on k.conrelid = s.oid and k.contype = 'f' and k.conparentid = 0
           join spread o on o.oid = k.confrelid where not ${hasCentre('s.oid', 'k.conkey')} order by 1`,
      ),
    twin: `alter table receipt add constraint twin_key unique (id); alter table receipt add twin uuid references receipt (id)`,
  },
];
