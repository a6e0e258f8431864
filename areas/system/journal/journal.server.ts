import type { ExportSource } from '@aangan/server/area-extras.ts';
import { startExport } from '@aangan/server/exports.ts';
import { handle } from '@aangan/server/handle.ts';
import { cappedCount, contains, cutPage, type Page } from '@aangan/server/keyset.ts';
import { readCursor } from '@aangan/server/record-cursor.ts';
import type { Db } from '@aangan/server/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import { type AccessRow, accessLogContract, type ChangeRow, changeLogContract } from './journal.contract.ts';
import { isPersonal } from './personal-columns.server.ts';

const SHOWN = 8;

type ChangeFilters = Omit<z.output<typeof changeLogContract.list.input>, 'after' | 'limit'>;
type AccessFilters = Omit<z.output<typeof accessLogContract.list.input>, 'after' | 'limit'>;

interface Journal {
  table: 'record_change' | 'access_log';
  where: RawBuilder<unknown>;
}

const and = (parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  parts.length > 0 ? sql.join([...parts], sql` and `) : sql`true`;
const days = (from: string | undefined, to: string | undefined): RawBuilder<unknown>[] => [
  // Bounds as instants, so that the index on time serves; a day of IST begins at 18:30 UTC of the day before.
  ...(from ? [sql`j.at >= (${from}::date)::timestamp at time zone 'Asia/Kolkata'`] : []),
  ...(to ? [sql`j.at < (${to}::date + 1)::timestamp at time zone 'Asia/Kolkata'`] : []),
];
const like = (text: string): string => contains(text.toLowerCase());

function changesWhere(f: ChangeFilters): Journal {
  return {
    table: 'record_change',
    where: and([
      ...(f.userId ? [sql`j.actor = ${f.userId}`] : []),
      ...(f.table ? [sql`j.table_name = ${f.table}`] : []),
      ...(f.op ? [sql`j.op = ${f.op}`] : []),
      ...(f.franchiseeId ? [sql`j.franchisee_id = ${f.franchiseeId}`] : []),
      ...(f.row ? [sql`j.row_key = ${f.row}`] : []),
      ...(f.emergency === undefined
        ? []
        : [
            f.emergency
              ? sql`j.command like '% emergency:%'`
              : sql`coalesce(j.command, '') not like '% emergency:%'`,
          ]),
      ...(f.q
        ? [sql`(j.command ilike ${like(f.q)} or j.table_name ilike ${like(f.q)} or j.row_key = ${f.q})`]
        : []),
      ...days(f.from, f.to),
    ]),
  };
}

function accessWhere(f: AccessFilters): Journal {
  return {
    table: 'access_log',
    where: and([
      ...(f.userId ? [sql`j.user_id = ${f.userId}`] : []),
      ...(f.action ? [sql`j.action = ${f.action}`] : []),
      ...(f.subject ? [sql`j.subject_id = ${f.subject}`] : []),
      ...(f.emergency === undefined
        ? []
        : [
            f.emergency
              ? sql`j.reason like 'emergency:%'`
              : sql`coalesce(j.reason, '') not like 'emergency:%'`,
          ]),
      ...(f.franchiseeId ? [sql`j.franchisee_id = ${f.franchiseeId}`] : []),
      ...(f.q
        ? [sql`(j.contract ilike ${like(f.q)} or j.purpose ilike ${like(f.q)} or j.subject_id = ${f.q})`]
        : []),
      ...days(f.from, f.to),
    ]),
  };
}

/** A page by falling running number; the journal is append-only, so the number is the order of time. */
async function pageOfJournal<Row extends { id: string }>(
  db: Db,
  { table, where }: Journal,
  columns: RawBuilder<unknown>,
  paging: { after?: string | undefined; limit: number },
): Promise<Page<Row>> {
  const cursor = paging.after === undefined ? null : readCursor(paging.after, 'id');
  const before = cursor ? sql`j.id < ${Number(cursor.id)}` : sql`true`;
  const { rows } =
    await sql<Row>`select ${columns} from ${sql.table(table)} j left join franchisee f on f.id = j.franchisee_id
    where ${where} and ${before} order by j.id desc limit ${paging.limit + 1}`.execute(db);
  const total =
    cursor?.total ?? (await cappedCount(db, sql`select from ${sql.table(table)} j where ${where}`));
  return cutPage(rows, paging, { sort: 'id', total, at: () => null, id: (last) => Number(last.id) });
}

const centreName = sql`case when f.id is null then null else '(' || lpad(f.id::text, 3, '0') || ') ' || f.company_name end as centre`;

interface ChangeRead {
  id: string;
  at: string;
  actor: string | null;
  name: string | null;
  command: string | null;
  summary: string | null;
  table_name: string;
  op: 'I' | 'U' | 'D';
  row_key: string;
  diff: Record<string, unknown>;
  centre: string | null;
}

const changeColumns = sql`j.id::text as id, j.at, j.actor, (select trim(u.first_name || ' ' || u.last_name) from app_user u where u.id = j.actor::uuid) as name,
  j.command, coalesce((select o.summary from operation o where o.name = split_part(j.command, ' ', 1)),
    (select 'Job: ' || c.title from cron_job c where c.name = j.command)) as summary, j.table_name, j.op, j.row_key, j.diff, ${centreName}`;

const HIDDEN = '•••';

const say = (value: unknown): string | null => {
  if (value === null || value === undefined) return null;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
};

/** One journal row in words; values of personal columns stay out of head office's journal. */
function changeOut(row: ChangeRead): ChangeRow {
  const fields = Object.entries(row.diff ?? {});
  const changes = fields.map(([field, value]) => {
    const personal = isPersonal(row.table_name, field);
    const shown = (one: unknown) => (personal && one !== null && one !== undefined ? HIDDEN : say(one));
    if (row.op === 'U' && Array.isArray(value)) return { field, from: shown(value[0]), to: shown(value[1]) };
    return row.op === 'D' ? { field, from: shown(value), to: null } : { field, from: null, to: shown(value) };
  });
  return {
    id: row.id,
    at: row.at,
    who: row.name ?? (row.actor ? 'A former user' : 'Aangan'),
    userId: row.actor,
    what:
      row.summary ??
      (row.command?.startsWith('start.')
        ? 'At the start of the server'
        : (row.command ?? (row.actor ? 'Without a command' : 'With the installation'))),
    command: row.command?.replace(/ emergency:\S+/, '') ?? null,
    table: row.table_name,
    op: row.op,
    row: row.row_key,
    centre: row.centre,
    changes: changes.slice(0, SHOWN),
    more: Math.max(0, changes.length - SHOWN),
    emergency: / emergency:/.test(row.command ?? ''),
  };
}

export const listChanges = handle(changeLogContract.list, async ({ db, input }) => {
  const { after, limit, ...filters } = input;
  const page = await pageOfJournal<ChangeRead>(db, changesWhere(filters), changeColumns, { after, limit });
  return { ...page, rows: page.rows.map(changeOut) };
});

interface AccessRead {
  id: string;
  at: string;
  user_id: string | null;
  name: string | null;
  role: string | null;
  action: AccessRow['action'];
  contract: string;
  summary: string | null;
  subject_kind: string | null;
  subject_id: string | null;
  n: number;
  purpose: string | null;
  reason: string | null;
  centre: string | null;
  ip_prefix: string | null;
}

const accessColumns = sql`j.id::text as id, j.at, j.user_id, (select trim(u.first_name || ' ' || u.last_name) from app_user u where u.id = j.user_id) as name,
  (select r.description from role r where r.id = j.role_id) as role, j.action, j.contract, (select o.summary from operation o where o.name = j.contract) as summary,
  j.subject_kind, j.subject_id, j.n, j.purpose, j.reason, j.ip_prefix, ${centreName}`;

const MARK = /^emergency:\S+ ?/;

const accessOut = (row: AccessRead): AccessRow => ({
  id: row.id,
  at: row.at,
  who: row.name ?? (row.user_id ? 'A former user' : 'A link holder'),
  userId: row.user_id,
  role: row.role,
  action: row.action,
  what: row.summary ?? row.contract,
  contract: row.contract,
  subject: row.subject_kind ? `${row.subject_kind}${row.subject_id ? ` ${row.subject_id}` : ''}` : null,
  n: row.n,
  purpose: row.purpose,
  // The mark is a sign of its own on the screen; what is left is what the person wrote.
  reason: row.reason?.replace(MARK, '') || null,
  centre: row.centre,
  place: row.ip_prefix,
  emergency: MARK.test(row.reason ?? ''),
});

export const listAccesses = handle(accessLogContract.list, async ({ db, input }) => {
  const { after, limit, ...filters } = input;
  const page = await pageOfJournal<AccessRead>(db, accessWhere(filters), accessColumns, { after, limit });
  return { ...page, rows: page.rows.map(accessOut) };
});

export const exportChanges = handle(changeLogContract.export, ({ db, actor, input: { format, ...input } }) =>
  startExport(db, actor, { contract: 'change-log.export', title: 'Change log', input, format }),
);
export const exportAccesses = handle(accessLogContract.export, ({ db, actor, input: { format, ...input } }) =>
  startExport(db, actor, { contract: 'access-log.export', title: 'Access log', input, format }),
);

const PAGE = 200;
const text = (key: string, label: string) => ({ key, label, kind: 'text' });

/** Export sources of both journals: their own lists, page by page. */
export const journalExports: Readonly<Record<string, ExportSource>> = {
  'change-log.export': {
    columns: () => [
      { key: 'at', label: 'When', kind: 'dateTime' },
      text('who', 'Who'),
      text('what', 'What'),
      text('table', 'Table'),
      text('op', 'Kind'),
      text('row', 'Row'),
      text('centre', 'Centre'),
      text('changes', 'Values'),
    ],
    page: async (db, _actor, input, after) => {
      const page = await pageOfJournal<ChangeRead>(db, changesWhere(input as ChangeFilters), changeColumns, {
        after,
        limit: PAGE,
      });
      return {
        rows: page.rows.map(changeOut).map((row) => ({
          ...row,
          changes: row.changes.map((c) => `${c.field}: ${c.from ?? '–'} → ${c.to ?? '–'}`).join('; '),
        })),
        next: page.next,
      };
    },
  },
  'access-log.export': {
    columns: () => [
      { key: 'at', label: 'When', kind: 'dateTime' },
      text('who', 'Who'),
      text('role', 'Role'),
      text('action', 'Kind'),
      text('what', 'What'),
      text('subject', 'Of whom or what'),
      { key: 'n', label: 'Rows', kind: 'integer' },
      text('purpose', 'Purpose'),
      text('reason', 'Reason'),
      text('centre', 'Centre'),
    ],
    page: async (db, _actor, input, after) => {
      const page = await pageOfJournal<AccessRead>(db, accessWhere(input as AccessFilters), accessColumns, {
        after,
        limit: PAGE,
      });
      return { rows: page.rows.map((row) => ({ ...accessOut(row) })), next: page.next };
    },
  },
};
