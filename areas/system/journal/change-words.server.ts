// A journal row as a sentence, and the ids in its values as names: "Asha Rao gave Bina Shah the role Finance (Baner)".
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { centreLabel, grantPlace, personName } from '../place-words.server.ts';

export interface JournalChange {
  who: string;
  table: string;
  op: 'I' | 'U' | 'D';
  row: string;
  diff: Readonly<Record<string, unknown>>;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const NUMBER = /^\d{1,9}$/;
/** Tables whose numbered rows have a name, by the column that points to them. */
const NAMED: Readonly<Record<string, string>> = {
  role_id: 'role',
  granter_role_id: 'role',
  active_role_id: 'role',
  franchisee_id: 'franchisee',
  zone_id: 'zone',
  city_id: 'city',
  brand_id: 'brand',
  department_id: 'department',
  dashboard_id: 'dashboard',
  end_point_id: 'system_end_point',
};
const NOUNS: Readonly<Record<string, string>> = {
  app_user: 'the account of',
  franchisee: 'the centre',
  role: 'the role',
  zone: 'the zone',
  city: 'the city',
  brand: 'the brand',
  department: 'the department',
  dashboard: 'the dashboard',
};
const VERBS = { I: 'added', U: 'changed', D: 'removed' } as const;

const both = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** Names of everything the rows point to: `app_user <id>`, `role 18`. Families are never named. */
async function namesFor(db: Db, rows: readonly JournalChange[]): Promise<ReadonlyMap<string, string>> {
  const people = new Set<string>();
  const numbers: { table: string; id: number }[] = [];
  const note = (table: string | undefined, value: unknown) => {
    const text = textOf(value);
    if (UUID.test(text)) people.add(text);
    else if (table && NUMBER.test(text)) numbers.push({ table, id: Number(text) });
  };
  for (const row of rows) {
    note(row.table, row.row);
    for (const [column, value] of Object.entries(row.diff))
      for (const one of both(value)) note(NAMED[column], one);
  }
  const { rows: found } = await sql<{ key: string; name: string }>`
    with n as (select * from jsonb_to_recordset(${JSON.stringify(numbers)}::jsonb) as n ("table" text, id int))
    select 'app_user ' || u.id as key, ${personName('u')} as name from app_user u where u.kind = 'STAFF' and u.id = any (${[...people]}::uuid[])
    union select 'role ' || r.id, r.description from role r join n on n.id = r.id and n."table" = 'role'
    union select 'franchisee ' || f.id, ${centreLabel} from franchisee f join n on n.id = f.id and n."table" = 'franchisee'
    union select 'zone ' || z.id, z.name from zone z join n on n.id = z.id and n."table" = 'zone'
    union select 'city ' || c.id, c.name from city c join n on n.id = c.id and n."table" = 'city'
    union select 'brand ' || b.id, b.name from brand b join n on n.id = b.id and n."table" = 'brand'
    union select 'department ' || d.id, d.name from department d join n on n.id = d.id and n."table" = 'department'
    union select 'dashboard ' || d.id, d.name from dashboard d join n on n.id = d.id and n."table" = 'dashboard'
    union select 'system_end_point ' || e.id, coalesce(e.title, e.module || ' ' || e.method) from system_end_point e join n on n.id = e.id and n."table" = 'system_end_point'`.execute(
    db,
  );
  return new Map(found.map(({ key, name }) => [key, name]));
}

interface Grant {
  id: string;
  person: string;
  role: string;
  place: string;
}

/** Whose role it is stands in no diff of a change: only the row knows. */
async function grantsOf(db: Db, rows: readonly JournalChange[]): Promise<ReadonlyMap<string, Grant>> {
  const ids = rows.filter((row) => row.table === 'user_role' && UUID.test(row.row)).map((row) => row.row);
  if (ids.length === 0) return new Map();
  const { rows: found } = await sql<Grant>`
    select g.id, case when u.kind = 'STAFF' then ${personName('u')} else 'a family' end as person, r.description as role, ${grantPlace('g')} as place
      from user_role g join app_user u on u.id = g.user_id join role r on r.id = g.role_id
      left join franchisee f on f.id = g.franchisee_id left join zone z on z.id = g.zone_id where g.id = any (${ids}::uuid[])`.execute(
    db,
  );
  return new Map(found.map((grant) => [grant.id, grant]));
}

export interface ChangeWords {
  sentence(row: JournalChange): string;
  /** Who gave or took which role or right; null for any other row. */
  rights(row: JournalChange): string | null;
  /** A stored value by the name of what it points to; null when it points to nothing that has one. */
  named(column: string, value: unknown): string | null;
}

/** The words for a page of the journal, read together. */
export async function changeWords(db: Db, rows: readonly JournalChange[]): Promise<ChangeWords> {
  const names = await namesFor(db, rows);
  const grants = await grantsOf(db, rows);
  const named: ChangeWords['named'] = (column, value) => {
    const text = textOf(value);
    if (UUID.test(text)) return names.get(`app_user ${text}`) ?? null;
    return NAMED[column] ? (names.get(`${NAMED[column]} ${text}`) ?? null) : null;
  };
  const rights: ChangeWords['rights'] = (row) => {
    if (row.table === 'user_role') return ofGrant(row, grants.get(row.row));
    return row.table === 'role_end_point' ? ofRight(row, named) : null;
  };
  return {
    named,
    rights,
    sentence: (row) =>
      rights(row) ||
      (row.table === 'session' && `${row.who} ${row.op === 'I' ? 'signed in' : 'ended a session'}`) ||
      plain(row, names.get(`${row.table} ${row.row}`)),
  };
}

function ofGrant({ who, op, diff }: JournalChange, grant: Grant | undefined): string | null {
  if (!grant) return null;
  const { person, role, place } = grant;
  if (op === 'I') return `${who} gave ${person} the role ${role} (${place})`;
  if (op === 'U' && 'ended_at' in diff) return `${who} took the role ${role} (${place}) from ${person}`;
  return `${who} changed the role ${role} (${place}) of ${person}`;
}

function ofRight({ who, op, diff }: JournalChange, named: ChangeWords['named']): string | null {
  const role = named('role_id', diff['role_id']);
  const right = named('end_point_id', diff['end_point_id']);
  if (!role || !right || op === 'U') return null;
  return op === 'I'
    ? `${who} gave the role ${role} the right “${right}”`
    : `${who} took the right “${right}” from the role ${role}`;
}

function plain({ who, table, op }: JournalChange, name: string | undefined): string {
  const noun = NOUNS[table];
  if (noun && name) return `${who} ${VERBS[op]} ${noun} ${name}`;
  const words = table.replaceAll('_', ' ');
  return `${who} ${VERBS[op]} ${/^[aeiou]/.test(words) ? 'an' : 'a'} ${words} entry`;
}
