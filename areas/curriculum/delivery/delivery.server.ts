// What a section was taught of a day, and its own note on it. Saying it again corrects it.
import { addDays, formatDate, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { actsForAll } from '../../academics/public.server.ts';
import { refuseCurriculum } from '../curriculum.refusals.ts';
import { type DayBlock, dayContent } from '../day/day-content.ts';
import { datesOf } from './adherence.ts';
import { type BlockMark, deliveryContract as contract, dayNoteContract } from './delivery.contract.ts';
import {
  AHEAD_DAYS,
  CHANGE_DAYS,
  type DayReason,
  type DeliveryState,
  stateOfDay,
} from './delivery-states.ts';
import {
  type DayAt,
  daysAt,
  planDays,
  type Running,
  runningOf,
  taughtSection,
} from './section-plan-row.server.ts';

interface Ask {
  actor: Actor;
  sectionId: string;
  dayId: string;
  now: Date;
}

interface Taught {
  plan: Running;
  day: DayAt;
  blocks: readonly DayBlock[];
  deliveredOn: string;
}

/** An open day of the section's running plan, or 404. */
async function openDay(db: Db, { actor, sectionId, dayId, now }: Ask): Promise<Pick<Taught, 'plan' | 'day'>> {
  const plan = await runningOf(db, await taughtSection(db, actor, sectionId, now));
  const day = ensureFound((await daysAt(db, plan, { now, where: sql`d.id = ${dayId}` }))[0]);
  if (!day.open) throw refuse('row.not-found');
  return { plan, day };
}

/** The day, when the actor may say now what was taught; with the blocks of the revision it is or was taught with. */
async function markableDay(db: Db, ask: Ask): Promise<Taught> {
  const { plan, day } = await openDay(db, ask);
  const today = todayIst(ask.now);
  const planned = datesOf(await planDays(db, plan), plan)[day.position - 1] ?? null;
  ensure(planned !== null && planned <= addDays(today, AHEAD_DAYS), () =>
    refuseCurriculum('delivery.future', {
      details: { date: planned === null ? 'another year' : formatDate(planned) },
    }),
  );
  ensure(actsForAll(ask.actor) || planned >= addDays(today, -CHANGE_DAYS), () =>
    refuseCurriculum('delivery.late', { details: { date: formatDate(planned) } }),
  );
  const revision = await db
    .selectFrom('curriculum_day_rev')
    .select('content')
    .where('day_id', '=', day.dayId)
    .where('rev', '=', day.dayRev ?? day.liveRev)
    .executeTakeFirstOrThrow();
  return {
    plan,
    day,
    blocks: dayContent.parse(revision.content).blocks,
    deliveredOn: day.deliveredOn ?? (planned > today ? today : planned),
  };
}

interface Mark {
  state: DeliveryState;
  reason: DayReason | null;
  note: string | null;
  blocks: readonly { id: string; state: DeliveryState; reason: string | null }[];
}

async function keep(db: Db, { plan, day, deliveredOn }: Taught, mark: Mark): Promise<void> {
  const set = {
    state: mark.state,
    reason: mark.reason,
    note: mark.note,
    blocks: JSON.stringify(mark.blocks),
  };
  await db
    .insertInto('curriculum_delivery')
    .values({
      franchisee_id: plan.franchiseeId,
      section_id: plan.sectionId,
      day_id: day.dayId,
      section_plan_id: plan.id,
      day_rev: day.liveRev,
      delivered_on: deliveredOn,
      ...set,
    })
    // The revision it was taught with and the day it was taught on stay.
    .onConflict((conflict) => conflict.columns(['franchisee_id', 'section_id', 'day_id']).doUpdateSet(set))
    .execute();
}

export const saveDelivery = handle(contract.save, async ({ db, actor, input, now }) => {
  const taught = await markableDay(db, { ...input, actor, now });
  ensureWhole(taught.blocks, input.blocks);
  const state = stateOfDay(taught.blocks, input.blocks);
  const reason =
    state === 'SKIPPED' ? (input.blocks.find((one) => one.reason !== null)?.reason ?? null) : null;
  await keep(db, taught, { state, reason, note: null, blocks: input.blocks });
  return { state };
});

/** Every block that is not optional stands there once; a skipped one says why. */
function ensureWhole(blocks: readonly DayBlock[], marks: readonly BlockMark[]): void {
  const wrong = (text: string) => refuse('input.invalid', { fields: { blocks: text } });
  const ids = marks.map(({ id }) => id);
  ensure(new Set(ids).size === ids.length && ids.every((id) => blocks.some((block) => block.id === id)), () =>
    wrong('Choose blocks of this day'),
  );
  ensure(
    blocks.every(({ id, optional }) => optional || ids.includes(id)),
    () => wrong('Say of each block whether it was done, or skip it'),
  );
  ensure(
    marks.every(({ state, reason }) => state !== 'SKIPPED' || reason !== null),
    () => refuseCurriculum('delivery.reason'),
  );
}

export const skipDay = handle(contract.skip, async ({ db, actor, input, now }) => {
  const taught = await markableDay(db, { ...input, actor, now });
  const { reason, note = null } = input;
  ensure(reason !== 'CLOSED_DAY' || actsForAll(actor), () => refuseCurriculum('delivery.closed-day'));
  ensure(note !== null || (reason !== 'CLOSED_DAY' && reason !== 'OTHER'), () =>
    refuse('input.invalid', { fields: { note: 'Say in a few words what happened' } }),
  );
  const blocks = taught.blocks.map(({ id }) => ({ id, state: 'SKIPPED' as const, reason }));
  await keep(db, taught, { state: 'SKIPPED', reason, note, blocks });
  return {};
});

export const saveDayNote = handle(dayNoteContract.save, async ({ db, actor, input, now }) => {
  const { plan, day } = await openDay(db, { ...input, actor, now });
  if (input.text === '') {
    await db
      .deleteFrom('day_note')
      .where('franchisee_id', '=', plan.franchiseeId)
      .where('section_id', '=', plan.sectionId)
      .where('day_id', '=', day.dayId)
      .execute();
    return {};
  }
  await db
    .insertInto('day_note')
    .values({
      franchisee_id: plan.franchiseeId,
      section_id: plan.sectionId,
      day_id: day.dayId,
      text: input.text,
    })
    .onConflict((conflict) =>
      conflict.columns(['franchisee_id', 'section_id', 'day_id']).doUpdateSet({ text: input.text }),
    )
    .execute();
  return {};
});
