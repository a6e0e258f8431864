import type { OpenWork } from '@aangan/server/endpoint/area-extras.ts';
import { openWorkKinds } from '@aangan/server/endpoint/area-registry.ts';
import { personName } from '@aangan/server/sql.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import { type Db, withCentres, withWholeReach } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { compileActor } from '../../system/public.server.ts';
import { peopleInReach } from './visible-people.server.ts';

export interface Work {
  key: string;
  title: string;
  n: number;
}

/** What stands in a person's name in the present scope, by kind; kinds with nothing are left out. */
export async function workOf(db: Db, userId: string): Promise<Work[]> {
  const rows: Work[] = [];
  for (const kind of openWorkKinds()) {
    const n = await kind.count(db, userId);
    if (n > 0) rows.push({ key: kind.key, title: kind.title, n });
  }
  return rows;
}

/**
 * What the caller may hand over, at every centre they reach and not only at the chosen one, and what lies at centres
 * they do not reach. Of the latter only the numbers are read.
 */
export async function workAround(
  db: Db,
  actor: Actor,
  { userId, now }: { userId: string; now: Date },
): Promise<{ mine: Work[]; beyond: Work[] }> {
  const mine = await withWholeReach(db, actor, () => workOf(db, userId));
  const { rights } = ensureFound(await compileActor(db, userId, now));
  const all = await withCentres(db, [...rights.centres.keys()], 'user.leave', () => workOf(db, userId));
  const beyond = all.map((work) => ({
    ...work,
    n: work.n - (mine.find((own) => own.key === work.key)?.n ?? 0),
  }));
  return { mine, beyond: beyond.filter((work) => work.n > 0) };
}

/** '14 open enquiries, 2 zones they head' */
export const workWords = (work: readonly Work[]): string =>
  work.map((one) => `${one.n} ${one.title}`).join(', ');

/** Active colleagues at every centre the caller reaches: at the same centre first. */
export async function successorsOf(
  db: Db,
  actor: Actor,
  userId: string,
): Promise<{ id: string; name: string }[]> {
  const reach = peopleInReach({ ...actor, franchiseeId: null });
  const { rows } = await sql<{ id: string; name: string }>`
    select u.id, ${personName('u')} as name from app_user u
     where u.state = 'ACTIVE' and u.kind = 'STAFF' and u.id <> ${userId} and ${reach.length > 0 ? sql.join(reach, sql` and `) : sql`true`}
     order by u.franchisee_id = (select franchisee_id from app_user where id = ${userId}) desc, u.first_name, u.last_name, u.id limit 200`.execute(
    db,
  );
  return rows;
}

const counted = async (db: Db, query: ReturnType<typeof sql<{ n: number }>>): Promise<number> =>
  (await query.execute(db)).rows[0]?.n ?? 0;

/** What this area itself keeps in a person's name. */
export const networkWork: readonly OpenWork[] = [
  {
    key: 'checklist',
    title: 'open checklist items',
    count: (db, userId) =>
      counted(
        db,
        sql`select count(*)::int as n from franchisee_checklist_item where owner_user_id = ${userId} and state = 'OPEN'`,
      ),
    centres: async (db, userId) =>
      (
        await db
          .selectFrom('franchisee_checklist_item')
          .select('franchisee_id')
          .distinct()
          .where('owner_user_id', '=', userId)
          .where('state', '=', 'OPEN')
          .execute()
      ).map((row) => row.franchisee_id),
    handOver: async (db, { from, to }) =>
      Number(
        (
          await db
            .updateTable('franchisee_checklist_item')
            .set({ owner_user_id: to })
            .where('owner_user_id', '=', from)
            .where('state', '=', 'OPEN')
            .executeTakeFirst()
        ).numUpdatedRows,
      ),
  },
  {
    key: 'reports',
    title: 'people who report to them',
    count: (db, userId) =>
      counted(
        db,
        sql`select count(*)::int as n from app_user where reports_to = ${userId} and state <> 'DISABLED'`,
      ),
    handOver: async (db, { from, to }) => {
      // Who takes over does not report to themselves.
      await db
        .updateTable('app_user')
        .set({ reports_to: null })
        .where('id', '=', to)
        .where('reports_to', '=', from)
        .execute();
      const done = await db
        .updateTable('app_user')
        .set({ reports_to: to })
        .where('reports_to', '=', from)
        .where('state', '<>', 'DISABLED')
        .executeTakeFirst();
      return Number(done.numUpdatedRows);
    },
  },
  {
    key: 'zones',
    title: 'zones they head',
    count: (db, userId) =>
      counted(db, sql`select count(*)::int as n from zone where head_id = ${userId} and active`),
    handOver: async (db, { from, to }) =>
      Number(
        (await db.updateTable('zone').set({ head_id: to }).where('head_id', '=', from).executeTakeFirst())
          .numUpdatedRows,
      ),
  },
];
