// People from a file (network.md 2.5): every row is held to the rules of the form, nothing is saved before all are right.
import type { ImportValues } from '@aangan/contract/file-import.ts';
import { Refusal } from '@aangan/contract/refusal.ts';
import { listOf } from '@aangan/server/file-import/import-lists.ts';
import type { ImportAt, ImportRow } from '@aangan/server/file-import/import-types.ts';
import { serveImport } from '@aangan/server/file-import/serve-import.ts';
import { HEAD_OFFICE } from '@aangan/server/sql.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { type CompiledUser, compileActor } from '../../system/public.server.ts';
import { ensureGrantable } from './ensure-grantable.server.ts';
import { sendInvite } from './send-invite.server.ts';
import { type Grant, storeGrant } from './store-grant.server.ts';
import { userImport } from './user-import.contract.ts';
import { reachable, reachableError } from './user-shapes.ts';

type Person = ImportValues<typeof userImport.columns>;

export const userImportHandlers = serveImport(userImport, {
  lists: {
    department: async (db) =>
      listOf(
        (await db.selectFrom('department').select(['id', 'name']).execute()).map(({ id, name }) => ({
          id,
          names: [name],
        })),
      ),
    role: async (db) =>
      listOf(
        (
          await db
            .selectFrom('role')
            .select(['id', 'role', 'description'])
            .where('active', '=', true)
            .execute()
        ).map(({ id, role, description }) => ({ id, names: [role, description] })),
      ),
    zone: async (db) =>
      listOf(
        (await db.selectFrom('zone').select(['id', 'code']).where('active', '=', true).execute()).map(
          ({ id, code }) => ({ id, names: [code] }),
        ),
      ),
  },
  check: async (db, rows, at) => {
    const granter = ensureFound(await compileActor(db, at.userId, at.now));
    const rule = grantRule(db, granter, at.now);
    for (const row of rows) {
      checkReach(row, at);
      const grant = grantOf(row.values, at);
      if (grant === null) continue;
      for (const [column, text] of Object.entries(await rule(grant)))
        row.fault(column === 'franchisee' ? 'franchisee' : 'role', text);
    }
    await findUsedContacts(db, rows);
  },
  save: async (db, people, at) => {
    for (const person of people) await invite(db, person, at);
  },
  writes: ['app_user', 'user_role'],
});

function checkReach(row: ImportRow<Person>, at: ImportAt): void {
  const { values } = row;
  // A column without a value has a fault of its own.
  if ('email' in values && 'mobile' in values && !reachable(values)) row.fault('email', reachableError.error);
  const scope = scopeOf(values);
  if (scope === 'ZONE' && values.zone === null) row.fault('zone', 'Fill this in');
  if (scope === 'CENTRE' && values.franchisee === null && at.actor.franchiseeId === null)
    row.fault('franchisee', 'The number of the centre');
}

const scopeOf = ({ scope }: Partial<Person>) => scope ?? 'CENTRE';

/** The role of a row, its place being the chosen centre where the row names none; null while something is missing. */
function grantOf(values: Partial<Person>, { actor }: ImportAt): Grant | null {
  const scope = scopeOf(values);
  const franchiseeId = values.franchisee ?? actor.franchiseeId;
  const isPlaced = scope === 'NETWORK' || (scope === 'ZONE' ? values.zone != null : franchiseeId !== null);
  if (!isPlaced || values.role === undefined || !('scope' in values) || !('franchisee' in values))
    return null;
  return {
    roleId: Number(values.role),
    scope,
    from: values.from ?? null,
    to: values.to ?? null,
    ...(scope === 'ZONE' ? { zoneId: Number(values.zone) } : {}),
    ...(scope === 'CENTRE' ? { franchiseeId } : {}),
  };
}

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
          const column =
            error.code === 'franchisee.suspended' || error.code === 'row.not-found' ? 'franchisee' : 'role';
          return { [column]: error.message };
        },
      );
    known.set(name, verdict);
    return verdict;
  };
}

/** Contacts that another living user has, or that stand twice in the file. */
async function findUsedContacts(db: Db, rows: readonly ImportRow<Person>[]): Promise<void> {
  for (const [name, column] of [
    ['email', sql.ref('email_norm')],
    ['mobile', sql.ref('mobile_norm')],
  ] as const) {
    const values = rows.flatMap((row) => row.values[name] ?? []);
    const { rows: used } = await sql<{
      value: string;
    }>`select ${column} as value from app_user where state <> 'DISABLED' and ${column} = any (${values}::text[])`.execute(
      db,
    );
    const taken = new Set(used.map((row) => row.value));
    const seen = new Set<string>();
    for (const row of rows) {
      const value = row.values[name];
      if (!value) continue;
      if (taken.has(value)) row.fault(name, 'already used by another user.');
      else if (seen.has(value)) row.fault(name, 'stands in the file twice.');
      seen.add(value);
    }
  }
}

async function invite(db: Db, person: Person, at: ImportAt): Promise<void> {
  const grant = grantOf(person, at);
  if (grant === null) throw new Error('A row without a role was taken for a valid one');
  const franchiseeId = grant.scope === 'CENTRE' ? Number(grant.franchiseeId) : HEAD_OFFICE;
  const { id } = await db
    .insertInto('app_user')
    .values({
      first_name: person.firstName,
      last_name: person.lastName ?? '',
      email: person.email,
      email_norm: person.email,
      mobile: person.mobile,
      mobile_norm: person.mobile,
      employee_code: person.employeeCode,
      department_id: person.department,
      designation: person.designation,
      franchisee_id: franchiseeId,
      state: 'INVITED',
      invited_at: at.now.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await storeGrant({ db, granterId: at.userId, userId: id, now: at.now }, grant);
  await sendInvite(db, { userId: id, franchiseeId, now: at.now });
}
