import type { ExportSource } from '@aangan/server/endpoint/area-extras.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { startExport } from '@aangan/server/files/exports.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import type * as z from 'zod';
import { centreLabel, personName } from '../place-words.server.ts';
import { type ChangeWords, changeWords, type JournalChange } from './change-words.server.ts';
import { type ChangeRow, changeLogContract } from './journal.contract.ts';
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
import { isPersonal } from './personal-columns.server.ts';

const SHOWN = 40;
// What the product keeps for itself: nobody did it and nobody reads it. A row of them is found by naming its table.
const TECHNICAL = ['session_token', 'code_challenge', 'public_link', 'cron_run', 'operation'];
const UNREADABLE = /_(hash|index|norm|key)$|^(search_text|op_id)$/;

type ChangeFilters = Omit<z.output<typeof changeLogContract.list.input>, 'after' | 'limit'>;

function changesWhere(f: ChangeFilters): Journal {
  return {
    table: 'record_change',
    where: and([
      ...(f.userId ? [sql`j.actor = ${f.userId}`] : []),
      ...(f.table
        ? [sql`j.table_name = ${f.table}`]
        : [
            sql`j.table_name <> all (${TECHNICAL}::text[])`,
            sql`(j.table_name <> 'session' or j.op <> 'U' or j.diff ? 'ended_at')`,
          ]),
      ...(f.op ? [sql`j.op = ${f.op}`] : []),
      ...(f.franchiseeId ? [sql`j.franchisee_id = ${f.franchiseeId}`] : []),
      ...(f.row ? [sql`j.row_key = ${f.row}`] : []),
      ...emergencyIs(f.emergency, sql`coalesce(j.command, '') like '% emergency:%'`),
      ...(f.q
        ? [sql`(j.command ilike ${like(f.q)} or j.table_name ilike ${like(f.q)} or j.row_key = ${f.q})`]
        : []),
      ...days(f.from, f.to),
    ]),
  };
}

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

const changeColumns = sql`j.id::text as id, j.at, j.actor, (select ${personName('u')} from app_user u where u.id = j.actor::uuid) as name,
  j.command, coalesce((select o.summary from operation o where o.name = split_part(j.command, ' ', 1)),
    (select 'Job: ' || c.title from cron_job c where c.name = j.command)) as summary, j.table_name, j.op, j.row_key, j.diff, ${centreLabel} as centre`;

const HIDDEN = '•••';

const say = (value: unknown): string | null => {
  if (value === null || value === undefined) return null;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
};

const whoOf = (row: ChangeRead): string => row.name ?? (row.actor ? 'A former user' : 'Aangan');

/**
 * What differs, by column. A change of several parts of one row (the marks of a register, audit_together) has their keys
 * first: those have a blank, a column has none. Each column then stands with its part: `code (2026-11-25 0190… MORNING)`.
 */
const columnsOf = (diff: ChangeRead['diff'] | null): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(diff ?? {}).flatMap(([key, value]) =>
      key.includes(' ')
        ? Object.entries(value as object).map(([column, one]) => [`${column} (${key})`, one])
        : [[key, value]],
    ),
  );
const columnOf = (field: string): string => field.split(' ', 1)[0] ?? field;

const journalled = (row: ChangeRead): JournalChange => ({
  who: whoOf(row),
  table: row.table_name,
  op: row.op,
  row: row.row_key,
  diff: columnsOf(row.diff),
});

async function inWords(db: Db, rows: readonly ChangeRead[]): Promise<ChangeRow[]> {
  const words = await changeWords(db, rows.map(journalled));
  return rows.map((row) => changeOut(row, words));
}

/** One journal row in words; values of personal columns stay out of head office's journal. */
function changeOut(row: ChangeRead, words: ChangeWords): ChangeRow {
  // The key stands beside the values already.
  const fields = Object.entries(columnsOf(row.diff)).filter(
    ([field]) => field !== 'id' && !UNREADABLE.test(columnOf(field)),
  );
  const changes = fields.map(([field, value]) => {
    const column = columnOf(field);
    const personal = isPersonal(row.table_name, column);
    const shown = (one: unknown) =>
      personal && one !== null && one !== undefined ? HIDDEN : (words.named(column, one) ?? say(one));
    if (row.op === 'U' && Array.isArray(value)) return { field, from: shown(value[0]), to: shown(value[1]) };
    return row.op === 'D' ? { field, from: shown(value), to: null } : { field, from: null, to: shown(value) };
  });
  return {
    id: row.id,
    at: row.at,
    who: whoOf(row),
    sentence: words.sentence(journalled(row)),
    userId: row.actor,
    what:
      row.summary ??
      (row.command?.startsWith('start.')
        ? 'At the start of the server'
        : (row.command ?? (row.actor ? 'Without a command' : 'Initial data'))),
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
  return { ...page, rows: await inWords(db, page.rows) };
});

export const exportChanges = handle(changeLogContract.export, ({ db, actor, input: { format, ...input } }) =>
  startExport(db, actor, { contract: 'change-log.export', title: 'Change log', input, format }),
);

/** The change log's file: its own list, page by page. */
export const changeLogExport: ExportSource = {
  endpoint: changeLogContract.export,
  columns: () => [
    { key: 'at', label: 'When', kind: 'dateTime' },
    text('who', 'Who'),
    text('sentence', 'What happened'),
    text('what', 'Action'),
    text('table', 'Table'),
    text('op', 'Kind'),
    text('row', 'Row'),
    text('centre', 'Centre'),
    text('changes', 'Values'),
  ],
  page: async (db, _actor, input, after) => {
    const page = await pageOfJournal<ChangeRead>(db, changesWhere(input as ChangeFilters), changeColumns, {
      after,
      limit: FILE_PAGE,
    });
    return {
      rows: (await inWords(db, page.rows)).map((row) => ({
        ...row,
        changes: row.changes.map((c) => `${c.field}: ${c.from ?? '–'} → ${c.to ?? '–'}`).join('; '),
      })),
      next: page.next,
    };
  },
};
