import { istDay } from '@aangan/server/sql.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { franchiseeLabel } from '../franchisee/franchisee-label.ts';
import { refuse } from '../network-refusals.ts';
import { approvalCodes } from './grants.server.ts';
import { whereText } from './user-list.server.ts';

/** Columns that the kept account takes over where it has nothing, with what people call them. */
export const GAINS = {
  email: 'E-mail',
  mobile: 'Mobile',
  employee_code: 'Employee code',
  department_id: 'Department',
  designation: 'Designation',
  reports_to: 'Reports to',
  photo_file_id: 'Photo',
} as const;
type Gain = keyof typeof GAINS;

/** One of the two accounts, locked when it is going to change. */
export async function accountOf(db: Db, id: string, lock: boolean) {
  return ensureFound(
    await db
      .selectFrom('app_user')
      .select([
        'id',
        'version',
        'kind',
        'first_name',
        'last_name',
        'email',
        'email_norm',
        'mobile',
        'mobile_norm',
      ])
      .select(['employee_code', 'department_id', 'designation', 'reports_to', 'photo_file_id'])
      .select(['franchisee_id', 'state', 'super_admin', 'merged_into'])
      .where('id', '=', id)
      .$if(lock, (qb) => qb.forUpdate())
      .executeTakeFirst(),
  );
}

export type Account = Awaited<ReturnType<typeof accountOf>>;

/** Refuses what can never be joined; the database refuses an account into itself, too. */
export function ensureJoinable(actor: Actor, keep: Account, drop: Account): void {
  if (keep.id === drop.id) throw refuse('user.merge-same', { fields: { dropId: 'Choose another account' } });
  if (drop.id === actor.userId) throw refuse('user.self');
  // Whoever joins an account with their own would give themselves its roles.
  if (keep.id === actor.userId) throw refuse('user.own-access');
  if (keep.merged_into !== null || drop.merged_into !== null) throw refuse('user.merged');
  if (keep.state === 'DISABLED') throw refuse('user.wrong-state');
  if (drop.super_admin && !keep.super_admin) throw refuse('user.merge-keep-super');
}

export interface OpenRole {
  id: string;
  role_id: number;
  role: string;
  scope: 'NETWORK' | 'ZONE' | 'CENTRES' | 'CENTRE';
  zone_id: number | null;
  franchisee_id: number | null;
  from_on: string;
  to_on: string | null;
  where: string;
  held: boolean;
}

/** Open roles of the account that goes; `held`: the kept one has the same role at the same place. */
export async function rolesToMove(db: Db, keepId: string, dropId: string): Promise<OpenRole[]> {
  const { rows } = await sql<Omit<OpenRole, 'where'> & { zone: string | null; company_name: string | null }>`
    select g.id, g.role_id, r.description as role, g.scope, g.zone_id, g.franchisee_id, g.from_on, g.to_on, z.name as zone, f.company_name,
      exists (select from user_role k where k.user_id = ${keepId} and k.role_id = g.role_id and k.scope = g.scope and k.ended_at is null
        and k.zone_id is not distinct from g.zone_id and k.franchisee_id is not distinct from g.franchisee_id
        and coalesce(k.to_on, 'infinity') >= ${istDay(sql`now()`)}) as held
      from user_role g join role r on r.id = g.role_id left join zone z on z.id = g.zone_id left join franchisee f on f.id = g.franchisee_id
     where g.user_id = ${dropId} and g.ended_at is null and coalesce(g.to_on, 'infinity') >= ${istDay(sql`now()`)}
     order by r.position, g.from_on, g.id`.execute(db);
  return rows.map((row) => ({ ...row, where: whereText({ ...row, centre: row.franchisee_id }) }));
}

/** Approval codes of the account that goes which the kept one lacks. */
export async function codesToMove(db: Db, keepId: string, dropId: string) {
  const held = await approvalCodes(db, keepId);
  return (await approvalCodes(db, dropId)).filter(
    (code) =>
      !held.some(
        (own) =>
          own.code === code.code && (own.franchiseeId === null || own.franchiseeId === code.franchiseeId),
      ),
  );
}

/** What the kept account takes over, as columns. */
export function gainsOf(keep: Account, drop: Account): Partial<Account> {
  const free = (Object.keys(GAINS) as Gain[]).filter(
    // Nobody comes to report to themselves.
    (column) => keep[column] === null && drop[column] !== null && drop[column] !== keep.id,
  );
  return {
    ...Object.fromEntries(free.map((column) => [column, drop[column]])),
    ...(free.includes('email') ? { email_norm: drop.email_norm } : {}),
    ...(free.includes('mobile') ? { mobile_norm: drop.mobile_norm } : {}),
    ...(keep.kind !== 'STAFF' && drop.kind === 'STAFF' ? { kind: 'STAFF' as const } : {}),
  };
}

/** E-mail and mobile of the account that goes with which nobody signs in afterwards. */
export const endsSignIn = (keep: Account, drop: Account): string[] =>
  [
    keep.email_norm === null ? null : drop.email_norm,
    keep.mobile_norm === null ? null : drop.mobile_norm,
  ].filter((each) => each !== null);

/** The gained values as people read them. */
export async function gainWords(
  db: Db,
  gained: Partial<Account>,
): Promise<{ label: string; value: string }[]> {
  const name = async (table: 'department' | 'app_user', id: string | number) =>
    (
      await sql<{
        name: string;
      }>`select ${table === 'department' ? sql`name` : sql`trim(first_name || ' ' || last_name)`} as name
        from ${sql.table(table)} where id = ${id}`.execute(db)
    ).rows[0]?.name ?? '–';
  const words: { label: string; value: string }[] = [];
  for (const column of Object.keys(GAINS) as Gain[]) {
    const value = gained[column];
    if (value === undefined || value === null) continue;
    words.push({
      label: GAINS[column],
      value:
        column === 'department_id'
          ? await name('department', value)
          : column === 'reports_to'
            ? await name('app_user', value)
            : column === 'photo_file_id'
              ? 'taken over'
              : String(value),
    });
  }
  return words;
}

/** The home centre's label, for the card of an account. */
export async function homeOf(db: Db, account: Account): Promise<string> {
  const row = await db
    .selectFrom('franchisee')
    .select(['id', 'company_name'])
    .where('id', '=', account.franchisee_id)
    .executeTakeFirst();
  return row ? franchiseeLabel(row.id, row.company_name) : 'Another centre';
}
