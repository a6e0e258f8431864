import type { ExportSource } from '@aangan/server/endpoint/area-extras.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { startExport } from '@aangan/server/files/exports.ts';
import { sql } from 'kysely';
import type * as z from 'zod';
import { centreLabel, personName } from '../place-words.server.ts';
import { type AccessRow, accessLogContract } from './journal.contract.ts';
import {
  and,
  days,
  emergencyIs,
  FILE_PAGE,
  type Journal,
  like,
  pageOfJournal,
  text,
} from './journal-page.server.ts';

type AccessFilters = Omit<z.output<typeof accessLogContract.list.input>, 'after' | 'limit'>;

function accessWhere(f: AccessFilters): Journal {
  return {
    table: 'access_log',
    where: and([
      ...(f.userId ? [sql`j.user_id = ${f.userId}`] : []),
      ...(f.action ? [sql`j.action = ${f.action}`] : []),
      ...(f.subject ? [sql`j.subject_id = ${f.subject}`] : []),
      ...emergencyIs(f.emergency, sql`coalesce(j.reason, '') like 'emergency:%'`),
      ...(f.franchiseeId ? [sql`j.franchisee_id = ${f.franchiseeId}`] : []),
      ...(f.q
        ? [sql`(j.contract ilike ${like(f.q)} or j.purpose ilike ${like(f.q)} or j.subject_id = ${f.q})`]
        : []),
      ...days(f.from, f.to),
    ]),
  };
}

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

const accessColumns = sql`j.id::text as id, j.at, j.user_id, (select ${personName('u')} from app_user u where u.id = j.user_id) as name,
  (select r.description from role r where r.id = j.role_id) as role, j.action, j.contract, (select o.summary from operation o where o.name = j.contract) as summary,
  j.subject_kind, j.subject_id, j.n, j.purpose, j.reason, j.ip_prefix, ${centreLabel} as centre`;

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

export const exportAccesses = handle(accessLogContract.export, ({ db, actor, input: { format, ...input } }) =>
  startExport(db, actor, { contract: 'access-log.export', title: 'Access log', input, format }),
);

/** The access log's file: its own list, page by page. */
export const accessLogExport: ExportSource = {
  endpoint: accessLogContract.export,
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
      limit: FILE_PAGE,
    });
    return { rows: page.rows.map((row) => ({ ...accessOut(row) })), next: page.next };
  },
};
