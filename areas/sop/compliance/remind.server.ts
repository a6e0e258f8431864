// Reminders: once a day by a person, every morning by the clock; sections whose review is due; what took effect.
import { addDays, formatDate, todayIst } from '@aangan/contract/period.ts';
import type { JobDeclaration } from '@aangan/server/background/background.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { eachPart } from '@aangan/server/work/each-part.ts';
import { ensure } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import { notify } from '../../shell/public.server.ts';
import { readerContract } from '../reader/reader.contract.ts';
import { refuseSop } from '../sop.refusals.ts';
import { sectionLink, tellReaders } from '../version/tell-people.server.ts';
import type { Version } from '../version/version-row.server.ts';

interface Behind {
  userId: string;
  franchiseeId: number;
  sectionId: string;
  folderId: string;
  title: string;
  dueOn: string;
}

const behind = async (db: Db, today: string, where: RawBuilder<unknown>): Promise<Behind[]> =>
  (
    await sql<Behind>`
      select c.user_id as "userId", c.franchisee_id as "franchiseeId", s.id as "sectionId", s.folder_id as "folderId", s.title, c.due_on as "dueOn"
        from sop_states(${today}::date) c join sop_section s on s.id = c.section_id where c.state in ('STALE', 'OUTSTANDING') and ${where}
       order by c.due_on, s.code limit 5000`.execute(db)
  ).rows;

export const remindPeople = handle(readerContract.remind, async ({ db, actor, now }) => {
  const today = todayIst(now);
  const at = actor.franchiseeId ?? 0;
  const rows = await behind(db, today, sql`c.franchisee_id = ${at}`);
  const people = Map.groupBy(rows, ({ userId }) => userId);
  // The row of the day comes first: of two who press at once, one is told so.
  const { numInsertedOrUpdatedRows: first } = await db
    .insertInto('sop_reminder')
    .values({ franchisee_id: at, on_day: today, people: people.size })
    .onConflict((conflict) => conflict.columns(['franchisee_id', 'on_day']).doNothing())
    .executeTakeFirst();
  ensure(first === 1n, () => refuseSop('sop.reminded'));
  ensure(people.size > 0, () => refuseSop('sop.nobody-behind'));
  for (const [userId, own] of people)
    await notify(db, {
      userId,
      kind: 'sop.due',
      title: own.length === 1 ? `To read: ${own[0]?.title ?? ''}` : `${own.length} SOPs to read`,
      body: `Your centre asks you to read by ${formatDate(own[0]?.dueOn ?? today)}.`,
      link: '/sop/sop-home',
      franchiseeId: at,
      sourceArea: 'sop',
      dedupeKey: `sop:asked:${today}`,
    });
  return { people: people.size };
});

/** Every ten minutes: versions whose day has come are told, once each. */
export const effectJob: JobDeclaration = {
  name: 'sop.take-effect',
  title: 'Tell people of SOPs that took effect',
  schedule: '*/10 * * * *',
  onMiss: 'RUN_ONCE',
  maxLateS: 3600,
  timeoutS: 600,
  run: async (tools) => {
    const today = todayIst(tools.now);
    const due = await tools.work(null, async (db) => {
      const { rows } = await sql<{
        id: string;
      }>`select id from sop_version where status = 'PUBLISHED' and told_on is null and effective_from <= ${today}::date
        order by effective_from, id limit 100`.execute(db);
      return rows;
    });
    return eachPart(
      due,
      ({ id }) => `version ${id}`,
      ({ id }) =>
        tools.work(null, async (db) => {
          const { rows } =
            await sql<Version>`select * from sop_version where id = ${id} and told_on is null for update`.execute(
              db,
            );
          return rows[0] ? tellReaders(db, rows[0], today) : 0;
        }),
    );
  },
};

const EVERY_DAYS = 3;
const AHEAD_DAYS = 2;

/** 09:00, not on Sundays: due in two days, and every third day once it is overdue. */
export const remindJob: JobDeclaration = {
  name: 'sop.remind',
  title: 'Remind people of SOPs they have to read',
  schedule: '0 9 * * 1-6',
  onMiss: 'RUN_ONCE',
  maxLateS: 21_600,
  timeoutS: 600,
  run: async (tools) => {
    const today = todayIst(tools.now);
    return tools.work(null, async (db) => {
      const rows = await behind(
        db,
        today,
        sql`(c.due_on = ${addDays(today, AHEAD_DAYS)}::date or (c.due_on < ${today}::date and (${today}::date - c.due_on) % ${sql.lit(EVERY_DAYS)} = 1))`,
      );
      for (const one of rows)
        await notify(db, {
          userId: one.userId,
          kind: one.dueOn < today ? 'sop.overdue' : 'sop.due',
          title: `${one.dueOn < today ? 'Overdue' : 'Due soon'}: ${one.title}`,
          body:
            one.dueOn < today
              ? `It was to be read by ${formatDate(one.dueOn)}. Please read it today.`
              : `Read it by ${formatDate(one.dueOn)}.`,
          link: sectionLink({ folderId: one.folderId, id: one.sectionId }),
          franchiseeId: one.franchiseeId,
          sourceArea: 'sop',
          dedupeKey: `sop:remind:${one.sectionId}:${today}`,
        });
      return { ok: rows.length, failed: 0 };
    });
  },
};

/** 07:00: owners hear of a review 30 and 7 days ahead, and on its day. */
export const reviewJob: JobDeclaration = {
  name: 'sop.review-due',
  title: 'Tell owners that their SOP is to be reviewed',
  schedule: '0 7 * * *',
  onMiss: 'RUN_ONCE',
  maxLateS: 21_600,
  timeoutS: 300,
  run: async (tools) => {
    const today = todayIst(tools.now);
    return tools.work(null, async (db) => {
      const days = [30, 7, 0].map((n) => addDays(today, n));
      const { rows } = await sql<{ id: string; ownerId: string; title: string; reviewBy: string }>`
        select id, owner_id as "ownerId", title, review_by as "reviewBy" from sop_section
         where status = 'PUBLISHED' and review_by = any(${days}::date[]) order by id limit 1000`.execute(db);
      for (const one of rows)
        await notify(db, {
          userId: one.ownerId,
          kind: 'sop.review-due',
          title: `Review due: ${one.title}`,
          body: `It is to be reviewed by ${formatDate(one.reviewBy)}.`,
          link: `/sop/edit-section/${one.id}`,
          sourceArea: 'sop',
          dedupeKey: `sop:review:${one.id}:${today}`,
        });
      return { ok: rows.length, failed: 0 };
    });
  },
};
