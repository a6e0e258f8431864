import type { ParsedInputOf } from '@aangan/contract/endpoint.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { refuseShared } from '@aangan/server/record/record-write.ts';
import { HEAD_OFFICE } from '@aangan/server/sql.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensureFound, ensureFresh } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { refuseEnquiry } from '../enquiries.refusals.ts';
import { stageContract } from './stage.contract.ts';

/** Whose stages this person sets: the chosen centre's, or without one the network's. */
export function ownerOf(actor: Actor): number {
  if (actor.franchiseeId !== null) return actor.franchiseeId;
  if (actor.wholeNetwork) return HEAD_OFFICE;
  throw refuse('context.centre-needed');
}

export const addStage = handle(stageContract.add, async ({ db, input, actor }) => {
  const owner = ownerOf(actor);
  const known = await db
    .selectFrom('enquiry_stage')
    .select('id')
    .where(sql<string>`lower(code)`, '=', input.code.toLowerCase())
    .executeTakeFirst();
  if (known && known.id !== input.id)
    throw refuse('row.duplicate', { fields: { code: 'There is a stage of this name already' } });
  if (known) return { id: known.id };
  const last = await db
    .selectFrom('enquiry_stage')
    .select(({ fn }) => fn.max('position').as('position'))
    .executeTakeFirst();
  const made = await db
    .insertInto('enquiry_stage')
    .values({
      ...(input.id ? { id: input.id } : {}),
      franchisee_id: owner,
      code: input.code,
      status: input.status,
      position: Number(last?.position ?? 0) + 1,
      is_seed: false,
      entered_by: 'USER',
      sets_intent: input.setsIntent,
      sets_walk_in: input.setsWalkIn,
      ...columnsOf(input),
    })
    // A name that another centre has is taken too: the pipeline knows a stage by its name.
    .onConflict((oc) => oc.column('code').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) throw refuse('row.duplicate', { fields: { code: 'There is a stage of this name already' } });
  return { id: made.id };
});

type Asks = ParsedInputOf<typeof stageContract.change>['changes'];

const columnsOf = (asks: Asks) => ({
  ...(asks.needsNote === undefined ? {} : { needs_note: asks.needsNote }),
  ...(asks.needsSubStatus === undefined ? {} : { needs_sub_status: asks.needsSubStatus }),
  ...(asks.needsFollowUp === undefined ? {} : { needs_follow_up: asks.needsFollowUp }),
  ...(asks.needsAppointment === undefined ? {} : { needs_appointment: asks.needsAppointment }),
  ...(asks.needsReason === undefined ? {} : { needs_reason: asks.needsReason }),
  ...(asks.exitNeeds === undefined ? {} : { exit_needs: [...asks.exitNeeds] }),
  ...(asks.score === undefined ? {} : { score: asks.score }),
  ...(asks.maxDays === undefined ? {} : { max_days: asks.maxDays }),
  ...(asks.colour === undefined ? {} : { colour: asks.colour }),
  ...(asks.active === undefined ? {} : { active: asks.active }),
});

export const changeStage = handle(stageContract.change, async ({ db, input, actor, version }) => {
  const stage = ensureFound(
    await db.selectFrom('enquiry_stage').selectAll().where('id', '=', input.id).executeTakeFirst(),
  );
  if (stage.franchisee_id !== ownerOf(actor)) throw refuseShared('row.shared');
  if (input.changes.active === false && stage.active) await ensureMayHide(db, stage);
  const saved = await db
    .updateTable('enquiry_stage')
    .set({ ...columnsOf(input.changes), code: stage.code })
    .where('id', '=', input.id)
    .where('version', '=', version)
    .returning('version')
    .executeTakeFirst();
  ensureFresh(saved ? 1 : 0);
  return { id: stage.id, version: saved?.version ?? version };
});

/** 'In Conversation' is where talks and revivals lead, so it stays like the specification's. */
const KEPT: ReadonlySet<string> = new Set(['In Conversation']);

async function ensureMayHide(
  db: Db,
  stage: { code: string; entered_by: string; is_seed: boolean },
): Promise<void> {
  if (stage.entered_by !== 'USER' || KEPT.has(stage.code)) throw refuseEnquiry('stage.seed');
  const used = await db
    .selectFrom('enquiry')
    .select('id')
    .where('stage_code', '=', stage.code)
    .where('is_open', '=', true)
    .limit(1)
    .executeTakeFirst();
  if (stage.is_seed && used) throw refuseEnquiry('stage.in-use');
}

export const orderStages = handle(stageContract.order, async ({ db, input, actor }) => {
  const owner = ownerOf(actor);
  const rows = await db
    .selectFrom('enquiry_stage')
    .select(['id', 'franchisee_id', 'position'])
    .where('status', '=', input.status)
    .where('id', 'in', input.ids)
    .execute();
  if (rows.length !== new Set(input.ids).size) throw refuse('row.not-found');
  if (rows.some((row) => row.franchisee_id !== owner)) throw refuseShared('row.shared');
  // The places they have, in the new order: other statuses are not touched.
  const places = rows.map((row) => row.position).toSorted((a, b) => a - b);
  for (const [index, id] of input.ids.entries())
    await db
      .updateTable('enquiry_stage')
      .set({ position: places[index] ?? index + 1 })
      .where('id', '=', id)
      .execute();
  return { ordered: rows.length };
});
