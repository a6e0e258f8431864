// The steps of a centre's life. Each locks the row, asks the guards, moves the status by the transition table, writes
// the event and tells the other areas, in one transaction.
import { daysBetween, todayIst } from '@aangan/contract/period.ts';
import { later } from '@aangan/server/background/outbox.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { approvalStep } from '@aangan/server/work/approval.ts';
import { ensureFresh, ensureStep } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import type * as z from 'zod';
import { refuse } from '../network-refusals.ts';
import { makeChecklist } from './checklist.server.ts';
import { franchiseeStates } from './franchisee.states.ts';
import type { FranchiseeStatus } from './franchisee-ability.ts';
import { ensurePan } from './franchisee-commands.server.ts';
import { ensureNothing, unmetOf } from './franchisee-guards.server.ts';
import { franchiseeLife } from './franchisee-life.contract.ts';
import { lockCentre, noteEvent } from './franchisee-rows.server.ts';
import type { partnerValues } from './franchisee-shapes.ts';
import { beginOf } from './suspension.ts';
import { tellOwners } from './tell-owners.server.ts';

export interface Step {
  db: Db;
  actor: Actor;
  version: number;
  franchiseeId: number;
  action: string;
  reason?: string | undefined;
  set?: Record<string, unknown>;
  detail?: unknown;
}

const facts: Readonly<Partial<Record<FranchiseeStatus, string>>> = {
  SIGNED: 'network.centre-signed',
  SETUP: 'network.centre-setup',
  ACTIVE: 'network.centre-activated',
  SUSPENDED: 'network.centre-suspended',
  CLOSED: 'network.centre-closed',
};

/** Moves the status by the transition table with the row locked, writes the event and tells the other areas. */
export async function step({ db, actor, version, franchiseeId, action, reason, set, detail }: Step) {
  const row = await lockCentre(db, actor, franchiseeId);
  const to = ensureStep(franchiseeStates, row.status, action, () => refuse('franchisee.wrong-state'));
  const done = await db
    .updateTable('franchisee')
    .set({ ...set, status: to })
    .where('id', '=', franchiseeId)
    .where('version', '=', version)
    .executeTakeFirst();
  ensureFresh(done.numUpdatedRows);
  await noteEvent(db, { franchiseeId, action, from: row.status, to, reason, detail });
  await tellAreas(db, { franchiseeId, to, dedupeKey: `${franchiseeId}:${action}:${version}` });
  return { status: to };
}

/** The fact of a new status, for areas that keep something of their own about it. */
export async function tellAreas(
  db: Db,
  { franchiseeId, to, dedupeKey }: { franchiseeId: number; to: FranchiseeStatus; dedupeKey: string },
): Promise<void> {
  const fact = facts[to];
  if (fact) await later(db, fact, { franchiseeId }, { franchiseeId, lane: 'FACT', dedupeKey });
}

async function partnerId(db: Db, partner: z.output<typeof partnerValues>): Promise<string> {
  const known = await db.selectFrom('partner').select('id').where('pan', '=', partner.pan).executeTakeFirst();
  if (known) return known.id;
  const { id } = await db
    .insertInto('partner')
    .values({
      legal_name: partner.legalName,
      kind: partner.kind,
      pan: partner.pan,
      email: partner.email ?? null,
      mobile: partner.mobile ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export const signFranchisee = handle(franchiseeLife.sign, async ({ db, actor, input, version, now }) => {
  const row = await lockCentre(db, actor, input.franchiseeId);
  ensureStep(franchiseeStates, row.status, 'sign', () => refuse('franchisee.wrong-state'));
  const unmet = await unmetOf(db, row.id, now);
  if (row.model === 'FOFO' && input.partner === null) unmet.push('a partner with PAN');
  ensureNothing(unmet);
  const partner = input.partner === null ? null : await partnerId(db, input.partner);
  await ensurePan(db, partner, row.gstin);
  const moved = await step({
    db,
    actor,
    version,
    franchiseeId: row.id,
    action: 'sign',
    set: { partner_id: partner, signed_on: input.signedOn },
  });
  await makeChecklist(db, { franchiseeId: row.id, model: row.model, signedOn: input.signedOn });
  await tellOwners(db, row, { key: 'centre-signed', dedupeKey: `sign:${version}` });
  return moved;
});

export const startSetup = handle(franchiseeLife.startSetup, async ({ db, actor, input, version, now }) => {
  const row = await lockCentre(db, actor, input.franchiseeId);
  ensureNothing(await unmetOf(db, row.id, now));
  const moved = await step({
    db,
    actor,
    version,
    franchiseeId: row.id,
    action: 'start-setup',
    reason: input.reason,
  });
  await openYears(db, row.id, now);
  await tellOwners(db, row, { key: 'centre-setup', dedupeKey: `setup:${version}` });
  return moved;
});

async function openYears(db: Db, franchiseeId: number, now: Date): Promise<void> {
  const from = Number(todayIst(now).slice(0, 4)) - 1;
  await db
    .insertInto('franchisee_year')
    .columns(['franchisee_id', 'academic_year_id'])
    .expression((eb) =>
      eb
        .selectFrom('academic_year')
        .select([eb.val(franchiseeId).as('franchisee_id'), 'id'])
        .where('id', '>=', from)
        .where('opened_on', '<=', todayIst(now)),
    )
    .onConflict((oc) => oc.doNothing())
    .execute();
}

/** Who closed the last gate item, else who began the set-up: somebody else opens the centre. */
async function preparerOf(db: Db, franchiseeId: number): Promise<string | null> {
  const gate = await db
    .selectFrom('franchisee_checklist_item')
    .select((eb) => [
      eb.fn.coalesce('done_by', 'waived_by').as('by'),
      eb.fn.coalesce('done_at', 'waived_at').as('at'),
    ])
    .where('franchisee_id', '=', franchiseeId)
    .where('gate', '=', true)
    .where('state', '<>', 'OPEN')
    .orderBy('at', 'desc')
    .executeTakeFirst();
  if (gate?.by) return gate.by;
  const begun = await db
    .selectFrom('franchisee_event')
    .select('by')
    .where('franchisee_id', '=', franchiseeId)
    .where('action', '=', 'start-setup')
    .orderBy('at', 'desc')
    .executeTakeFirst();
  return begun?.by ?? null;
}

/** Refuses the maker and keeps the decision beyond argument (`approval_step` refuses the same person again). */
export async function ensureSecondPerson(
  db: Db,
  actor: Actor,
  {
    franchiseeId,
    version,
    makerId,
    what,
  }: { franchiseeId: number; version: number; makerId: string | null; what: string },
): Promise<void> {
  if (makerId === null) return;
  if (makerId === actor.userId) throw refuse('franchisee.same-person');
  await approvalStep(db, actor, {
    franchiseeId,
    subjectKind: `franchisee.${what}`,
    subjectId: String(franchiseeId),
    subjectVersion: version,
    decision: 'APPROVE',
    makerId,
  });
}

export const activateFranchisee = handle(
  franchiseeLife.activate,
  async ({ db, actor, input, version, now }) => {
    const row = await lockCentre(db, actor, input.franchiseeId);
    ensureStep(franchiseeStates, row.status, 'activate', () => refuse('franchisee.wrong-state'));
    ensureNothing(await unmetOf(db, row.id, now));
    await ensureSecondPerson(db, actor, {
      franchiseeId: row.id,
      version,
      makerId: await preparerOf(db, row.id),
      what: 'activate',
    });
    const moved = await step({
      db,
      actor,
      version,
      franchiseeId: row.id,
      action: 'activate',
      reason: input.reason,
      set: { opened_on: row.opened_on ?? todayIst(now), closed_on: null },
    });
    await tellOwners(db, row, { key: 'centre-activated', dedupeKey: `activate:${version}` });
    return moved;
  },
);

const MOST_DAYS = 180;

export const suspendFranchisee = handle(
  franchiseeLife.suspend,
  async ({ db, actor, input, version, now }) => {
    const today = todayIst(now);
    if (input.until < today || daysBetween(today, input.until) > MOST_DAYS)
      throw refuse('franchisee.wrong-day', { fields: { until: `From today to ${MOST_DAYS} days ahead` } });
    const row = await lockCentre(db, actor, input.franchiseeId);
    const from = beginOf(input.kind, now).toISOString();
    const moved = await step({
      db,
      actor,
      version,
      franchiseeId: row.id,
      action: 'suspend',
      reason: input.reason,
      set: {
        suspend: JSON.stringify({
          kind: input.kind,
          reason: input.reason,
          from,
          until: input.until,
          blocks: input.blocks,
          by: actor.userId,
        }),
      },
      detail: { from, until: input.until, blocks: input.blocks },
    });
    await tellOwners(db, row, {
      key: 'centre-suspended',
      dedupeKey: `suspend:${version}`,
      from,
      until: input.until,
      blocks: input.blocks,
      reason: input.reason,
    });
    return moved;
  },
);

export const resumeFranchisee = handle(franchiseeLife.resume, async ({ db, actor, input, version }) => {
  const row = await lockCentre(db, actor, input.franchiseeId);
  ensureStep(franchiseeStates, row.status, 'resume', () => refuse('franchisee.wrong-state'));
  await ensureSecondPerson(db, actor, {
    franchiseeId: row.id,
    version,
    makerId: (row.suspend as { by?: string } | null)?.by ?? null,
    what: 'resume',
  });
  const moved = await step({
    db,
    actor,
    version,
    franchiseeId: row.id,
    action: 'resume',
    reason: input.reason,
    set: { suspend: null },
  });
  await tellOwners(db, row, { key: 'centre-resumed', dedupeKey: `resume:${version}` });
  return moved;
});

export const abandonFranchisee = handle(franchiseeLife.abandon, ({ db, actor, input, version, now }) =>
  step({
    db,
    actor,
    version,
    franchiseeId: input.franchiseeId,
    action: 'abandon',
    reason: input.reason,
    set: { closed_on: todayIst(now) },
  }),
);

export const reopenFranchisee = handle(franchiseeLife.reopen, async ({ db, actor, input, version, now }) => {
  if (!actor.allModules) throw refuse('franchisee.super-admin');
  const row = await lockCentre(db, actor, input.franchiseeId);
  ensureStep(franchiseeStates, row.status, 'reopen', () => refuse('franchisee.wrong-state'));
  ensureNothing(await unmetOf(db, row.id, now));
  const today = todayIst(now);
  const moved = await step({
    db,
    actor,
    version,
    franchiseeId: row.id,
    action: 'reopen',
    reason: input.reason,
    set: { closed_on: null, suspend: null, signed_on: today },
  });
  await makeChecklist(db, { franchiseeId: row.id, model: row.model, signedOn: today });
  await openYears(db, row.id, now);
  return moved;
});
