// People from a file (network.md 2.5): every row is held to the rules of the form, nothing is saved before all are right.
import { isDay, parseDate } from '@aangan/contract/period.ts';
import { fieldErrors, Refusal } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { HEAD_OFFICE } from '@aangan/server/sql.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import * as z from 'zod';
import { type CompiledUser, compileActor } from '../../system/public.server.ts';
import {
  type Cells,
  finishImport,
  keepCheck,
  type RowError,
  readRows,
  takeChecked,
} from '../import-job.server.ts';
import { ensureGrantable } from './ensure-grantable.server.ts';
import { sendInvite } from './send-invite.server.ts';
import { type Grant, storeGrant } from './store-grant.server.ts';
import { userColumns, userImportContract } from './user-import.contract.ts';
import { personInput, reachable, reachableError } from './user-shapes.ts';

const CONTRACT = 'user.import';
const personSchema = z.strictObject(personInput).refine(reachable, reachableError);

interface ReadyRow {
  person: z.output<typeof personSchema>;
  franchiseeId: number;
  grant: Grant;
}

interface Lists {
  departments: ReadonlyMap<string, number>;
  roles: ReadonlyMap<string, number>;
  zones: ReadonlyMap<string, number>;
}

const key = (text: string): string => text.trim().toLowerCase();

async function readLists(db: Db): Promise<Lists> {
  const departments = await db.selectFrom('department').select(['id', 'name']).execute();
  const roles = await db
    .selectFrom('role')
    .select(['id', 'role', 'description'])
    .where('active', '=', true)
    .execute();
  const zones = await db.selectFrom('zone').select(['id', 'code']).where('active', '=', true).execute();
  return {
    departments: new Map(departments.map((row) => [key(row.name), row.id])),
    roles: new Map(
      roles.flatMap((row) => [
        [key(row.role), row.id],
        [key(row.description), row.id],
      ]),
    ),
    zones: new Map(zones.map((row) => [key(row.code), row.id])),
  };
}

export const checkUserImport = handle(userImportContract.check, async ({ db, actor, input, now }) => {
  const { rows, errors } = await readRows(input.csv, userColumns);
  const ready: ReadyRow[] = [];
  if (errors.length === 0) {
    const lists = await readLists(db);
    const granter = ensureFound(await compileActor(db, userIdOf(actor), now));
    const rule = grantRule(db, granter, now);
    for (const [index, cells] of rows.entries()) {
      const row = index + 2;
      const found = shapeRow(cells, lists, actor);
      const problems = 'fields' in found ? found.fields : await rule(found.grant);
      for (const [field, text] of Object.entries(problems)) errors.push({ row, field, text });
      if (!('fields' in found)) ready.push(found);
    }
    errors.push(...(await usedContacts(db, rows)));
  }
  return keepCheck(db, actor, {
    contract: CONTRACT,
    fileName: input.fileName,
    total: rows.length,
    rows: ready,
    errors,
  });
});

function shapeRow(cells: Cells, lists: Lists, actor: Actor): ReadyRow | { fields: Record<string, string> } {
  const fields: Record<string, string> = {};
  const get = (name: string): string => cells[name] ?? '';
  const listed = (name: string, list: ReadonlyMap<string, number>, what: string): number | null => {
    const text = get(name);
    const id = list.get(key(text));
    if (text !== '' && id === undefined) fields[name] = `There is no ${what} '${text.slice(0, 40)}'`;
    return id ?? null;
  };
  const day = (name: string): string | null => {
    const text = get(name);
    if (text === '') return null;
    const value = isDay(text) ? text : parseDate(text);
    if (!value) fields[name] = 'Write the date as DD-MM-YYYY';
    return value;
  };
  const person = personSchema.safeParse({
    firstName: get('first_name'),
    lastName: get('last_name'),
    email: get('email') || null,
    mobile: get('mobile') || null,
    departmentId: listed('department', lists.departments, 'department'),
    designation: get('designation') || null,
    employeeCode: get('employee_code') || null,
  });
  if (!person.success)
    for (const [name, text] of Object.entries(fieldErrors(person.error)))
      fields[snake(name)] ??= name === 'mobile' ? '10 digits starting 6–9.' : text;
  const scope = get('scope').toUpperCase() || 'CENTRE';
  const roleId = listed('role', lists.roles, 'role');
  if (get('role') === '') fields['role'] = 'Fill this in';
  if (!['NETWORK', 'ZONE', 'CENTRE'].includes(scope)) fields['scope'] = 'NETWORK, ZONE or CENTRE';
  const zoneId = listed('zone_code', lists.zones, 'zone');
  const centre = get('franchisee_id') === '' ? (actor.franchiseeId ?? null) : Number(get('franchisee_id'));
  if (scope === 'ZONE' && zoneId === null) fields['zone_code'] ??= 'Fill this in';
  if (scope === 'CENTRE' && (centre === null || !Number.isInteger(centre) || centre < 1))
    fields['franchisee_id'] = 'The number of the centre';
  const grant = { roleId: roleId ?? 0, scope: scope as Grant['scope'], from: day('from'), to: day('to') };
  if (Object.keys(fields).length > 0 || !person.success) return { fields };
  return {
    person: person.data,
    franchiseeId: scope === 'CENTRE' ? (centre ?? 0) : HEAD_OFFICE,
    grant: {
      ...grant,
      ...(scope === 'ZONE' ? { zoneId } : {}),
      ...(scope === 'CENTRE' ? { franchiseeId: centre } : {}),
    },
  };
}

const snake = (name: string): string =>
  name.replace(/Id$/, '').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

// Nobody in particular: the rule that nobody gives themselves a role cannot meet a person who is not there yet.
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** May this be given at all? Hundreds of rows ask the same few questions, so each is answered once. */
function grantRule(db: Db, granter: CompiledUser, now: Date) {
  const known = new Map<string, Promise<Record<string, string>>>();
  return (grant: Grant): Promise<Record<string, string>> => {
    const name = JSON.stringify(grant);
    const verdict =
      known.get(name) ??
      ensureGrantable(db, granter, { userId: NOBODY, now }, grant).then(
        () => ({}),
        (error: unknown) => {
          if (!(error instanceof Refusal)) throw error;
          const field =
            error.code === 'franchisee.suspended' || error.code === 'row.not-found'
              ? 'franchisee_id'
              : 'role';
          return { [field]: error.message };
        },
      );
    known.set(name, verdict);
    return verdict;
  };
}

/** Contacts that another living user has, or that stand twice in the file. */
async function usedContacts(db: Db, rows: readonly Cells[]): Promise<RowError[]> {
  const errors: RowError[] = [];
  for (const [field, column] of [
    ['email', sql.ref('email_norm')],
    ['mobile', sql.ref('mobile_norm')],
  ] as const) {
    const values = rows.map((cells) => normal(field, cells[field] ?? ''));
    const { rows: used } = await sql<{
      value: string;
    }>`select ${column} as value from app_user where state <> 'DISABLED' and ${column} = any (${values.filter(Boolean)}::text[])`.execute(
      db,
    );
    const taken = new Set(used.map((row) => row.value));
    const seen = new Set<string>();
    values.forEach((value, index) => {
      if (!value) return;
      if (taken.has(value)) errors.push({ row: index + 2, field, text: 'already used by another user.' });
      else if (seen.has(value)) errors.push({ row: index + 2, field, text: 'stands in the file twice.' });
      seen.add(value);
    });
  }
  return errors;
}

const normal = (field: 'email' | 'mobile', text: string): string => {
  const parsed = personInput[field].safeParse(text || null);
  return parsed.success ? (parsed.data ?? '') : '';
};

export const commitUserImport = handle(userImportContract.commit, async ({ db, actor, input, now }) => {
  const rows = await takeChecked<ReadyRow>(db, actor, CONTRACT, input.jobId);
  for (const { person, franchiseeId, grant } of rows) {
    const { id } = await db
      .insertInto('app_user')
      .values({
        first_name: person.firstName,
        last_name: person.lastName,
        email: person.email ?? null,
        email_norm: person.email ?? null,
        mobile: person.mobile ?? null,
        mobile_norm: person.mobile ?? null,
        employee_code: person.employeeCode ?? null,
        department_id: person.departmentId ?? null,
        designation: person.designation ?? null,
        franchisee_id: franchiseeId,
        state: 'INVITED',
        invited_at: now.toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await storeGrant({ db, granterId: userIdOf(actor), userId: id, now }, grant);
    await sendInvite(db, { userId: id, franchiseeId, now });
  }
  await finishImport(db, input.jobId, rows.length);
  return { inserted: rows.length };
});
