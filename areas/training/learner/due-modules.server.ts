import { addDays, todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { type Course, learnerContract as contract, DUE_SOON_DAYS } from './learner.contract.ts';
import { courseOf, courseWhere } from './learner.server.ts';

/** Own modules that are overdue, or due within two weeks; null for whoever is no approved staff. */
export async function dueModules(
  db: Db,
  { userId, today }: { userId: string; today: string },
): Promise<Course[] | null> {
  const { rows: own } =
    await sql`select from staff where user_id = ${userId} and status = 'APPROVED'`.execute(db);
  if (own.length === 0) return null;
  const { rows } = await courseWhere(
    db,
    sql`s.user_id = ${userId} and s.status = 'APPROVED' and e.status in ('APPROVED', 'IN PROGRESS')
      and e.due_on <= ${addDays(today, DUE_SOON_DAYS)}::date`,
    today,
  );
  return rows.map(courseOf);
}

export const due = handle(contract.due, async ({ db, actor, now }) => {
  const rows = (await dueModules(db, { userId: userIdOf(actor), today: todayIst(now) })) ?? [];
  return { rows, next: null, total: { n: rows.length, more: false } };
});
