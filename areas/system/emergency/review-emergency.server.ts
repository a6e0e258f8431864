import { formatDateTime, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import type { JobDeclaration } from '@aangan/server/background/background.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensure, ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { notify } from '../../shell/public.server.ts';
import { personName } from '../place-words.server.ts';
import { refuseSystem } from '../system.refusals.ts';
import { emergencyContract } from './emergency.contract.ts';

const lockRight = async (db: Db, id: string) =>
  ensureFound(
    await db.selectFrom('emergency_right').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),
  );

/** Only its holder gives a right back; whoever else wants it gone takes the role of the holder away. */
export const endEmergency = handle(emergencyContract.end, async ({ db, actor, input, now }) => {
  const right = await lockRight(db, input.id);
  ensure(
    right.user_id === actor.userId && right.ended_at === null && Date.parse(right.until_at) > now.getTime(),
    () => refuse('row.wrong-state'),
  );
  await db
    .updateTable('emergency_right')
    .set({ ended_at: now.toISOString() })
    .where('id', '=', right.id)
    .execute();
  return { id: right.id };
});

export const reviewEmergency = handle(emergencyContract.review, async ({ db, actor, input, now }) => {
  const right = await lockRight(db, input.id);
  ensure(right.user_id !== actor.userId, () => refuseSystem('emergency.own-review'));
  ensure(right.reviewed_at === null, () => refuse('row.wrong-state'));
  ensure(right.ended_at !== null || Date.parse(right.until_at) <= now.getTime(), () =>
    refuseSystem('emergency.not-over'),
  );
  await db
    .updateTable('emergency_right')
    .set({
      reviewed_by: userIdOf(actor),
      reviewed_at: now.toISOString(),
      finding: input.finding,
      review_note: input.note,
    })
    .where('id', '=', right.id)
    .execute();
  await notify(db, {
    userId: right.user_id,
    kind: 'system.emergency-reviewed',
    title: `Your emergency right of ${formatDateTime(new Date(right.taken_at))} was reviewed`,
    body: input.note.slice(0, 300),
    link: '/system/roles?tab=emergency',
    sourceArea: 'system',
    dedupeKey: `emergency-reviewed:${right.id}`,
  });
  return { id: right.id };
});

export const saveEmergencyRole = handle(emergencyContract.saveRole, async ({ db, input }) => {
  const role = ensureFound(
    await db
      .selectFrom('role')
      .select(['id', 'all_modules', 'reach'])
      .where('id', '=', input.roleId)
      .where('active', '=', true)
      .executeTakeFirst(),
  );
  ensure(!role.all_modules && role.reach !== 'FAMILY' && role.reach !== 'VENDOR', () =>
    refuseSystem('role.system'),
  );
  await (input.listed
    ? sql`insert into emergency_role (role_id, note) values (${role.id}, ${input.note ?? null})
        on conflict (role_id) do update set note = excluded.note`
    : sql`delete from emergency_role where role_id = ${role.id}`
  ).execute(db);
  return { roleId: role.id };
});

/** Reviews that are still missing: a line for the two who were told and for every super admin, once a day each. */
export async function remindReviews(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ id: string; name: string; role: string; late: boolean; people: string[] }>`
    select e.id, ${personName('u')} as name, r.description as role, e.review_due_at < ${now.toISOString()} as late,
      array(select a.id from app_user a where a.state = 'ACTIVE' and a.id <> e.user_id and (a.super_admin or a.id in (e.told_first, e.told_second))) as people
      from emergency_right e join app_user u on u.id = e.user_id join role r on r.id = e.role_id
     where e.reviewed_at is null and e.review_due_at < ${now.toISOString()}::timestamptz + interval '24 hours'
     order by e.review_due_at limit 100`.execute(db);
  const day = todayIst(now);
  for (const row of rows)
    for (const userId of row.people)
      await notify(db, {
        userId,
        kind: 'system.emergency-review',
        title: `Review the emergency right of ${row.name} (${row.role})`,
        body: row.late
          ? `The 48 hours are over. ${row.name} can take no other one until it is reviewed.`
          : 'Less than 24 hours are left.',
        link: '/system/roles?tab=emergency',
        sourceArea: 'system',
        dedupeKey: `emergency-review:${row.id}:${day}`,
      });
  return rows.length;
}

export const emergencyReviewJob: JobDeclaration = {
  name: 'system.emergency-review',
  title: 'Emergency rights without a review',
  schedule: '25 * * * *',
  onMiss: 'RUN_ONCE',
  maxLateS: 3600,
  timeoutS: 60,
  run: async ({ work, now }) => ({ ok: await work(null, (db) => remindReviews(db, now)), failed: 0 }),
};
