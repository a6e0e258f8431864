// The catalogue assertions of promise T2 and of architecture.md 5. Each check gives the breaches in words; each has a
// broken twin in all-tables.test.ts. Exceptions stand here with their reason and nowhere else.
import type { Client } from 'pg';
import { centreColumn, readTables, type TableFacts } from './catalogue.ts';

/** Tables that carry a franchisee_id but are the network's: reached through one function or one module, not by row. */
const NETWORK_WITH_CENTRE: Readonly<Record<string, string>> = {
  public_link: 'found by the hash of a secret, before any centre is known',
  inbox: 'a provider calls before the centre is known; handled by the system only',
  idempotency: 'keyed by the caller; holds only their own answers',
  notice: 'belongs to a user; read by user id',
  export_job: 'belongs to a user; read by user id',
  import_job: 'belongs to a user; read by user id',
  provider_reference: 'one use in the whole network; leads a callback to its centre',
  app_user: 'home centre of a network-wide person',
  user_role: 'a grant; the centre is its target',
  emergency_right: 'a grant for an hour, of the network’s people',
  user_centre: 'a grant; the centre is its target',
  user_approval_code: 'a grant; the centre is its target',
  role: 'the BSK role names its one centre',
  pincode_exclusive: 'unique in the whole network',
  view_as: 'belongs to a session; the centre is what it shows',
  shared_tablet: 'found by the hash of a secret, before anybody is known; reached by the system only',
  session: 'the centre chosen last; reached by the system only',
  access_request: 'asked of whoever decides on roles',
  message_ref: 'a provider’s id of a message leads back to its centre; ids only',
  lead_channel: 'the network’s; the centre is where its leads go',
  lead_mapping: 'the network’s; the centre is where a form’s leads go',
  ams_centre_category: 'head office decides on it; reached through the commands of AMS',
  ams_centre_allocation: 'a grant of AMS; the centre is its target',
  ledger_check: 'verdicts of the whole network’s ledger; closed to centres',
};

/** Tables that do not write the change audit. Append-only ones need none: they are the record themselves. */
const WITHOUT_AUDIT: Readonly<Record<string, string>> = {
  rate_counter: 'counts tries; unlogged',
  idempotency: 'answers, 72 hours',
  inbox: 'a work queue; the effect is audited',
  outbox: 'a work queue; the effect is audited',
  outbox_history: 'what the outbox has done',
  number_series: 'counters; every number stands in its row',
  file_use: 'follows the row that uses the file',
  provider_reference: 'written once with its subject',
  installation: 'one row, set at the first start',
  permission_stamp: 'random numbers that say "look again"',
  end_point_use: 'counts calls by the hour',
  role_use: 'counts calls of roles by the day',
  person_use: 'the last day of each right a person uses',
  message_attempt: 'is itself the record of each try',
  message_dedupe: 'keys of messages already made',
  message_ref: 'ids of a provider, kept 13 months',
  child_match_key: 'keyed hashes, no values to tell of',
  class_group_class: 'pairs of a group, changed with it',
  ledger_balance: 'derived from postings',
  ledger_month: 'derived from postings',
  ledger_snapshot: 'derived from postings',
  audit_op: 'keys of what a device has sent; the answers are audited',
  kit_order_packing: 'derived from lines, parcels and stock of an order',
  finance_tally: 'derived from fee lines and balances',
  enquiry_tally: 'derived from enquiries',
  enquiry_qr_day: 'counts openings of a form by day',
  allocation_turn: 'whose turn it is; the decision stands in allocation_log',
  allocation_day: 'counts leads of a day; each stands in allocation_log',
  reallocation_item: 'follows its batch; each move stands in allocation_log',
  settlement_control: 'one row a centre, only to be locked; its payouts are audited',
  batch_item: 'follows its batch; what a row became is audited where it stands',
  enquiry_upload_row: 'written once; what each row did stands in the enquiry',
  enquiry_external_ref: 'written once with its enquiry',
  import_row: 'rows of a file until they are saved; what they became is audited where it stands',
  first_answer: 'a clock: its times are the record of what happened',
  training_feedback_box: 'answers without a name or a time, for ten minutes',
  training_feedback: 'answers without a name: an audit would say who gave them',
  training_feedback_answer: 'the same, question by question',
  meeting_peer: 'who is in a room now; when people were there stands in training_presence',
  meeting_signal: 'what two browsers say to each other to connect, for a minute; unlogged',
  training_presence: 'is itself the record: times that only the server writes, every 20 seconds',
  follow_up_claim: 'who is with a family for ten minutes; the call itself stands in call_log',
};

/** SECURITY DEFINER functions, each with the reason it may pass row security. */
const DEFINERS: Readonly<Record<string, string>> = {
  mark_installation_keys: 'writes the marks of the shared keys once; the table is nobody else’s to write',
  record_change: 'trigger: writes the change audit, which no role may write',
  record_inserts: 'trigger: the same for the rows of a whole statement',
  record_updates: 'trigger: the same for the rows that a whole statement changed',
  record_inserts_attendance_mark: 'trigger: the same for the marks of a register',
  record_updates_attendance_mark: 'trigger: the same for the marks of a register',
  move_network_stamp: 'trigger: tells every process that rights have changed',
  move_user_stamp: 'trigger: tells every process that a user’s rights have changed',
  end_demo_for_real_people: 'trigger: counts who joined a demo, to end it',
  hold_after_address_change: 'trigger: ends the sessions of an account whose address another person changed',
  add_child_match_key: 'writes a keyed hash; the table is closed to every role',
  duplicate_hint: 'counts equal keyed hashes in the network; tells no centre',
  check_shared_reference: 'trigger: looks whether a shared row is the network’s or the own centre’s',
  guard_ledger_posting: 'trigger: looks at the entry of a posting, only to refuse',
  sum_ledger_month: 'trigger: adds to the sums of months, which no role may write',
  check_ledger_entry: 'trigger at commit: the other half of a pair is out of scope by then',
  check_fee_plan_cells: 'trigger at commit: sums a plan’s cells, only to refuse',
  guard_fee_plan_part: 'trigger: looks at the plan’s status, only to refuse',
  stage_is_logged:
    'trigger at commit: an enquiry moved to another centre is out of scope by then; only refuses',
  known_elsewhere: 'says whether another centre knows a number of the caller’s own enquiry, and nothing else',
  audit_eyes: 'says at which of the caller’s own centres it comes from outside, and nothing else',
  ams_schedule_live: 'says whether a schedule has visits ahead or under way, and nothing of them',
  ams_calendar_visits:
    'says the announced visits of the one academic manager whose live link the unit of work was opened with',
  parent_last_seen:
    'says when the parents of the caller’s own centres were last signed in, and nothing else of a session',
  ticket_load: 'says how many open tickets the members of a group have, over all centres, as numbers only',
  centre_neighbours:
    'says the numbers, names and distances of the two nearest centres, which the directory tells anybody',
  count_anew: 'has the planner count tables, which only their owner may; reads and tells nothing',
  erase_enquiries: 'empties journals, raw intake and messages of a centre in scope, which no role may write',
  tally_fee_lines: 'trigger: adds to the running totals, which no role may write',
  tally_advance: 'trigger: adds to the running totals, which no role may write',
  tally_fee_account: 'trigger: adds to the running totals, which no role may write',
};

export interface CatalogueCheck {
  readonly name: string;
  readonly find: (client: Client) => Promise<string[]>;
  /** SQL that breaks what the check guards, to show that it bites. */
  readonly twin: string;
}

const strings = async (client: Client, sql: string): Promise<string[]> =>
  (await client.query<{ breach: string }>(sql)).rows.map((row) => row.breach);
const overTables =
  (find: (table: TableFacts, all: ReadonlyMap<string, TableFacts>) => string[]) =>
  async (client: Client): Promise<string[]> => {
    const tables = await readTables(client);
    const all = new Map(tables.map((table) => [table.name, table]));
    return tables.flatMap((table) => find(table, all));
  };

const isCentre = (table: TableFacts): boolean =>
  table.rowSecurity &&
  table.name !== 'franchisee' &&
  centreColumn(table) !== null &&
  !APPEND_BY_ID.has(table.name);
// Of the whole network, with a centre noted or none (a payment of an unknown order): own key, own policies.
const APPEND_BY_ID = new Set(['record_change', 'access_log', 'recon_exception']);
const RUNTIME = "'aangan_api', 'rt_centre', 'rt_network', 'rt_family', 'rt_public'";

export const catalogueChecks: readonly CatalogueCheck[] = [
  {
    name: 'every table with a centre has forced row security and a policy for each work role',
    find: overTables((table) => {
      if (centreColumn(table) === null || table.name in NETWORK_WITH_CENTRE) return [];
      if (!table.rowSecurity || !table.forced) return [`${table.name}: row security is not on and forced`];
      return table.policies.length < 2 ? [`${table.name}: has ${table.policies.length} policies`] : [];
    }),
    twin: 'alter table file disable row level security',
  },
  {
    name: 'no policy lets rt_centre, rt_public or rt_family see every row',
    find: (client) =>
      strings(
        client,
        `
      select p.polrelid::regclass || ': policy ' || p.polname || ' is open to ' || r.rolname as breach from pg_policy p, pg_roles r
      where r.oid = any(p.polroles) and r.rolname in ('rt_centre', 'rt_public', 'rt_family') and p.polcmd <> 'a' and p.polpermissive -- one that only takes away opens nothing
        and (p.polqual is null or pg_get_expr(p.polqual, p.polrelid) !~ 'scope_(centres|students|user)\\(\\)')
      union all select p.polrelid::regclass || ': policy ' || p.polname || ' is for everybody' from pg_policy p where 0 = any(p.polroles)`,
      ),
    twin: 'create policy open_door on file for select to rt_centre using (true)',
  },
  {
    name: 'the scope is an init plan, never called once a row',
    find: (client) =>
      strings(
        client,
        `
      select polrelid::regclass || ': policy ' || polname || ' calls the scope bare' as breach from pg_policy
      where replace(replace(coalesce(pg_get_expr(polqual, polrelid), '') || coalesce(pg_get_expr(polwithcheck, polrelid), ''), 'public.', ''), ' ', '')
        ~ '(^|[^T])scope_(centres|students)\\(\\)'`,
      ),
    twin: 'create policy slow on file for select to rt_centre using (franchisee_id = any (scope_centres()))',
  },
  {
    name: 'the runtime roles own nothing, are no superusers, pass no row security and inherit nothing',
    find: (client) =>
      strings(
        client,
        `
      select rolname || ': has a right it must not have' as breach from pg_roles
        where rolname in (${RUNTIME}) and (rolsuper or rolbypassrls or rolcreatedb or rolcreaterole or (rolname = 'aangan_api' and rolinherit) or (rolname <> 'aangan_api' and rolcanlogin))
      union all select c.relname || ': is owned by ' || r.rolname from pg_class c join pg_roles r on r.oid = c.relowner where r.rolname in (${RUNTIME})
      union all select c.relname || ': is not owned by aangan_owner' from pg_class c join pg_roles r on r.oid = c.relowner
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and c.relname not in ('schema_migration', 'schema_function') and r.rolname <> 'aangan_owner'
          and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`,
      ),
    twin: 'alter table file owner to rt_centre',
  },
  {
    name: 'no runtime role may truncate, refer to, or put triggers on a table; the login itself may touch nothing',
    find: (client) =>
      strings(
        client,
        `
      select table_name || ': ' || privilege_type || ' is granted to ' || grantee as breach from information_schema.role_table_grants
      where table_schema = 'public' and ((grantee in (${RUNTIME}, 'PUBLIC') and privilege_type in ('TRUNCATE', 'REFERENCES', 'TRIGGER'))
        or (grantee in ('aangan_api', 'PUBLIC') and table_name not in ('installation') and table_name not like 'pg_stat%'))`,
      ),
    twin: 'grant truncate on file to rt_centre',
  },
  {
    name: 'parents write nothing but what is listed',
    find: (client) =>
      strings(
        client,
        `
      select table_name || ': ' || privilege_type || ' is granted to rt_family' as breach from information_schema.role_table_grants
      where table_schema = 'public' and grantee = 'rt_family' and privilege_type in ('INSERT', 'UPDATE', 'DELETE')
        and (table_name, privilege_type) not in (${FAMILY_WRITES.map(([table, right]) => `('${table}', '${right}')`).join(', ')})`,
      ),
    twin: 'grant update on file to rt_family',
  },
  {
    name: 'views look with the eyes of the caller; nothing is materialised for a runtime role',
    find: (client) =>
      strings(
        client,
        `
      select relname || ': the view is not security_invoker' as breach from pg_class where relnamespace = 'public'::regnamespace and relkind = 'v'
        and not coalesce('security_invoker=true' = any(reloptions) or 'security_invoker=on' = any(reloptions), false)
        and not exists (select from pg_depend d where d.objid = pg_class.oid and d.deptype = 'e')
      union all select relname || ': materialised views ignore row security' from pg_class where relnamespace = 'public'::regnamespace and relkind = 'm'`,
      ),
    twin: 'create view all_files as select * from file; grant select on all_files to rt_centre',
  },
  {
    name: 'functions with the owner’s rights are on the list and pin their search path',
    find: (client) =>
      strings(
        client,
        `
      select proname || ': SECURITY DEFINER and not on the list' as breach from pg_proc where pronamespace = 'public'::regnamespace and prosecdef
        and proname not in (${Object.keys(DEFINERS)
          .map((name) => `'${name}'`)
          .join(', ')})
      union all select proname || ': SECURITY DEFINER without an empty search_path' from pg_proc where pronamespace = 'public'::regnamespace and prosecdef
        and not coalesce(proconfig @> array['search_path=""'], false)
      union all select p.proname || ': SECURITY DEFINER and open to PUBLIC' from pg_proc p, aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
        where p.pronamespace = 'public'::regnamespace and p.prosecdef and p.prorettype <> 'trigger'::regtype and a.grantee = 0`,
      ),
    twin: 'create function everything() returns setof file language sql security definer as $$ select * from file $$',
  },
  {
    name: 'in a centre table the centre leads the primary key',
    find: overTables((table) =>
      isCentre(table) && table.primaryKey[0] !== 'franchisee_id'
        ? [`${table.name}: its primary key is (${table.primaryKey.join(', ')})`]
        : [],
    ),
    twin: "create table twin (id uuid primary key, franchisee_id int not null); select make_centre_table('twin')",
  },
  {
    name: 'a key to a centre table carries the centre',
    find: overTables((table, all) =>
      table.foreignKeys.flatMap((key) => {
        const target = all.get(key.target);
        const at = key.columns.indexOf('franchisee_id');
        // Shared rows may be the network's, so their own unique id is the key; the command checks what it points to.
        const paired =
          target === undefined ||
          !isCentre(target) ||
          isShared(target) ||
          (at >= 0 && key.targetColumns[at] === 'franchisee_id');
        return paired
          ? []
          : [
              `${table.name}: ${key.name} (${key.columns.join(', ')}) points into ${key.target} of any centre`,
            ];
      }),
    ),
    twin: 'alter table file add unique (id), add column copy_of uuid references file (id)',
  },
  {
    name: 'every foreign key has an index',
    find: overTables((table) =>
      table.foreignKeys
        .filter((key) => !NEVER_REMOVED.has(key.target))
        .flatMap((key) => {
          // The own columns of the key lead an index, the centre before, between or behind them.
          const wanted = new Set(key.columns);
          const covered = table.indexes.some(
            (columns) =>
              columns.slice(0, wanted.size).every((column) => wanted.has(column)) ||
              (columns[0] === 'franchisee_id' &&
                [...wanted].every(
                  (column) =>
                    column === 'franchisee_id' || columns.slice(1, wanted.size + 1).includes(column),
                )),
          );
          return covered ? [] : [`${table.name}: no index for ${key.name} (${key.columns.join(', ')})`];
        }),
    ),
    twin: 'drop index app_user_department',
  },
  {
    name: 'every table writes the change audit',
    find: overTables((table) =>
      table.triggers.includes('record_change') ||
      table.triggers.includes('refuse_change') ||
      table.name in WITHOUT_AUDIT
        ? []
        : [`${table.name}: no record_change trigger`],
    ),
    twin: 'drop trigger record_change on file',
  },
  {
    name: 'a change audit made for one table compares each of its columns',
    find: (client) =>
      strings(
        client,
        `select c.relname || '.' || a.attname || ': call audit_together again' as breach
           from pg_proc p join pg_trigger t on t.tgfoid = p.oid join pg_class c on c.oid = t.tgrelid
           join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
          where p.proname = 'record_updates_' || c.relname and a.attname not in ('version', 'updated_at', 'updated_by')
            and position(format('n.%I is distinct from o.%I', a.attname, a.attname) in p.prosrc) = 0
            and position(format('n.%I <> o.%I', a.attname, a.attname) in p.prosrc) = 0`,
      ),
    twin: 'alter table attendance_mark add column forgotten text',
  },
  {
    name: 'no enum types, no floating point, no timestamp without zone',
    find: (client) =>
      strings(
        client,
        `
      select c.relname || '.' || a.attname || ' is ' || format_type(a.atttypid, a.atttypmod) as breach
      from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
        and (t.typtype = 'e' or t.typname in ('float4', 'float8', 'money', 'timestamp', 'timetz', 'json'))`,
      ),
    twin: 'alter table file add column score double precision',
  },
];

/** Small lists whose rows are never removed or renumbered, so nobody looks for what refers to them. */
const NEVER_REMOVED = new Set(['academic_year', 'approval_code', 'enquiry_stage', 'enquiry_stage_status']);

const isShared = (table: TableFacts): boolean => table.policies.includes('shared_read');

/** What a parent's role may write (each row checked by its policy or command). */
const FAMILY_WRITES: readonly (readonly [table: string, right: string])[] = [
  ['access_log', 'INSERT'],
  ['outbox', 'INSERT'],
  ['provider_reference', 'INSERT'],
  ['sign_in_event', 'INSERT'],
  ['idempotency', 'INSERT'],
  ['idempotency', 'UPDATE'],
  ['idempotency', 'DELETE'],
  ['rate_counter', 'INSERT'],
  ['rate_counter', 'UPDATE'],
  ['rate_counter', 'DELETE'],
  ['user_preference', 'INSERT'],
  ['user_preference', 'UPDATE'],
];
