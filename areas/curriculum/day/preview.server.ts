// Frozen views of days and weeks: what a teacher or a parent would get, before it is published.
import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import { sql } from 'kysely';
import * as z from 'zod';
import { refuseCurriculum } from '../curriculum.refusals.ts';
import { ensureNetwork } from '../head-office.server.ts';
import { type DayContent, dayContent } from './day-content.ts';
import { contentFor, dayNo, daysWhere, knownOf } from './day-row.server.ts';
import { previewContract as contract } from './review.contract.ts';

const DAYS = 7;
const snapshot = z.array(z.strictObject({ dayNo: z.int(), position: z.int(), content: dayContent }));

/** Families get shared blocks, never materials, minutes, skills and objectives. */
export const familyContent = (content: DayContent): DayContent => ({
  ...content,
  objective: '',
  blocks: content.blocks
    .filter(({ share }) => share)
    .map((block) => ({ ...block, minutes: 0, materials: [], skillIds: [] })),
});

export const createPreview = handle(contract.create, async ({ db, actor, input, now }) => {
  ensureNetwork(actor);
  await sql`delete from curriculum_preview where expires_at <= ${now}`.execute(db);
  const day = ensureFound((await daysWhere(db, actor, { now, where: sql`d.id = ${input.dayId}` }))[0]);
  const rows =
    input.what === 'DAY' ? [day] : await daysWhere(db, actor, { now, where: sql`d.week_id = ${day.weekId}` });
  const days = rows.map((row) => {
    const content = contentFor(actor, row);
    return {
      dayNo: dayNo(row),
      position: row.position,
      content: input.shownAs === 'PARENT' ? familyContent(content) : content,
    };
  });
  return db
    .insertInto('curriculum_preview')
    .values({
      shown_as: input.shownAs,
      plan_id: day.planId,
      title: `${day.plan}, week ${day.weekNo}${input.what === 'DAY' ? `, day ${dayNo(day)}` : ''}`,
      snapshot: JSON.stringify(days),
      expires_at: sql<string>`${now}::timestamptz + make_interval(days => ${DAYS})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
});

export const getPreview = handle(contract.get, async ({ db, input, now }) => {
  const row = await db
    .selectFrom('curriculum_preview')
    .selectAll()
    .where('id', '=', input.id)
    .executeTakeFirst();
  ensure(row && new Date(row.expires_at) > now, () => refuseCurriculum('preview.ended'));
  const days = snapshot.parse(row.snapshot);
  return {
    shownAs: row.shown_as,
    title: row.title,
    madeAt: new Date(row.created_at).toISOString(),
    days,
    known: await knownOf(
      db,
      days.map(({ content }) => content),
    ),
  };
});
