import { gstinParts } from '@aangan/contract/india.ts';
import { todayIst } from '@aangan/contract/period.ts';
import { type Actor, reaches } from '@aangan/server/actor.ts';
import { chosenCentre, ensureFound, ensureFresh, ensureStep } from '@aangan/server/ensure.ts';
import { handle } from '@aangan/server/handle.ts';
import { later } from '@aangan/server/outbox.ts';
import type { Db } from '@aangan/server/unit-of-work.ts';
import type * as z from 'zod';
import { refuse } from '../network-refusals.ts';
import { franchiseeContract } from './franchisee.contract.ts';
import { franchiseeStates } from './franchisee.states.ts';
import { franchiseeLabel } from './franchisee-label.ts';
import { unmetOf } from './franchisee-view.server.ts';

type Values = z.output<typeof franchiseeContract.update.input>['changes'];

/** Contract names to columns; undefined = untouched, null = cleared. */
function columnsOf(values: Values) {
  const columns = {
    company_name: values.companyName,
    legal_name: values.legalName,
    code: values.code,
    model: values.model,
    zone_id: values.zoneId,
    city_id: values.cityId,
    brand_id: values.brandId,
    address1: values.address1,
    address2: values.address2,
    landmark: values.landmark,
    pincode: values.pincode,
    lat: values.lat,
    lng: values.lng,
    phone: values.phone,
    email: values.email,
    gstin: values.gstin,
    tan: values.tan,
    udise_code: values.udiseCode,
    ...(values.gstin === undefined
      ? {}
      : { gst_state_code: values.gstin === null ? null : gstinParts(values.gstin).stateCode }),
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as Omit<
    typeof columns,
    'company_name' | 'model'
  > & { company_name?: string; model?: 'FOFO' | 'COCO' };
}

async function ensureNameFree(db: Db, name: string | undefined, but: number | null): Promise<void> {
  if (name === undefined) return;
  const same = await db
    .selectFrom('franchisee')
    .select('id')
    .where((eb) => eb(eb.fn('lower', ['company_name']), '=', name.toLowerCase()))
    .$if(but !== null, (qb) => qb.where('id', '<>', but ?? 0))
    .executeTakeFirst();
  if (same)
    throw refuse('franchisee.name-used', {
      fields: { companyName: 'There is already a centre of this name.' },
    });
}

async function noteEvent(
  db: Db,
  event: {
    franchiseeId: number;
    action: string;
    from: string | null;
    to: string;
    reason?: string | undefined;
    detail?: unknown;
  },
): Promise<void> {
  await db
    .insertInto('franchisee_event')
    .values({
      franchisee_id: event.franchiseeId,
      action: event.action,
      from_status: event.from,
      to_status: event.to,
      reason: event.reason ?? null,
      detail: event.detail === undefined ? null : JSON.stringify(event.detail),
    })
    .execute();
}

export const createFranchisee = handle(franchiseeContract.create, async ({ db, input, actor }) => {
  // A centre is entered by the network: a centre's own scope does not hold the new one.
  if (!actor.wholeNetwork || actor.franchiseeId !== null) throw refuse('franchisee.head-office');
  await ensureNameFree(db, input.companyName, null);
  const row = await db
    .insertInto('franchisee')
    .values({ ...columnsOf(input), company_name: input.companyName, model: input.model })
    .returning(['id', 'company_name'])
    .executeTakeFirstOrThrow();
  await noteEvent(db, { franchiseeId: row.id, action: 'create', from: null, to: 'LEAD' });
  return { id: row.id, label: franchiseeLabel(row.id, row.company_name) };
});

async function locked(db: Db, id: number) {
  const row = ensureFound(
    await db.selectFrom('franchisee').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),
  );
  if (row.is_head_office) throw refuse('franchisee.head-office');
  return row;
}

export const updateFranchisee = handle(franchiseeContract.update, async ({ db, input, version }) => {
  const row = await locked(db, input.franchiseeId);
  await ensureNameFree(db, input.changes.companyName, row.id);
  await ensurePan(db, row.partner_id, input.changes.gstin);
  const columns = columnsOf(input.changes);
  if (Object.keys(columns).length === 0) return { id: row.id, version: row.version };
  const done = await db
    .updateTable('franchisee')
    .set(columns)
    .where('id', '=', row.id)
    .where('version', '=', version)
    .executeTakeFirst();
  ensureFresh(done.numUpdatedRows);
  return { id: row.id, version: version + 1 };
});

async function ensurePan(db: Db, partnerId: string | null, gstin: string | null | undefined): Promise<void> {
  if (!partnerId || !gstin) return;
  const partner = await db.selectFrom('partner').select('pan').where('id', '=', partnerId).executeTakeFirst();
  if (partner && partner.pan !== gstinParts(gstin).pan)
    throw refuse('franchisee.pan-mismatch', {
      fields: { gstin: 'This GSTIN belongs to another PAN than the partner’s.' },
    });
}

export const updateOwnFranchisee = handle(
  franchiseeContract.updateOwn,
  async ({ db, actor, input, version }) => {
    const id = chosenCentre(actor);
    const changes = Object.fromEntries(
      Object.entries({ phone: input.phone, email: input.email, languages: input.languages }).filter(
        ([, value]) => value !== undefined,
      ),
    );
    if (Object.keys(changes).length === 0) return { id, version };
    const done = await db
      .updateTable('franchisee')
      .set(changes)
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirst();
    ensureFresh(done.numUpdatedRows);
    return { id, version: version + 1 };
  },
);

interface Step {
  db: Db;
  actor: Actor;
  version: number;
  franchiseeId: number;
  action: string;
  reason?: string | undefined;
  set?: Record<string, unknown>;
  detail?: unknown;
}

/** Moves the status by the transition table with the row locked, writes the event and tells the other areas. */
async function step({ db, actor, version, franchiseeId, action, reason, set, detail }: Step) {
  if (!reaches(actor, franchiseeId)) ensureFound(null);
  const row = await locked(db, franchiseeId);
  const to = ensureStep(franchiseeStates, row.status, action, () => refuse('franchisee.wrong-state'));
  const done = await db
    .updateTable('franchisee')
    .set({ ...set, status: to })
    .where('id', '=', franchiseeId)
    .where('version', '=', version)
    .executeTakeFirst();
  ensureFresh(done.numUpdatedRows);
  await noteEvent(db, { franchiseeId, action, from: row.status, to, reason, detail });
  const fact = facts[to];
  if (fact)
    await later(
      db,
      fact,
      { franchiseeId },
      { franchiseeId, lane: 'FACT', dedupeKey: `${franchiseeId}:${action}:${version}` },
    );
  return { status: to };
}

const facts: Readonly<Record<string, string>> = {
  SIGNED: 'network.centre-signed',
  SETUP: 'network.centre-setup',
  ACTIVE: 'network.centre-activated',
  SUSPENDED: 'network.centre-suspended',
  CLOSED: 'network.centre-closed',
};

async function ensureReady(db: Db, franchiseeId: number): Promise<void> {
  const unmet = await unmetOf(db, franchiseeId);
  if (unmet.length > 0) throw refuse('franchisee.not-ready', { details: { unmet: `${unmet.join(', ')}.` } });
}

export const signFranchisee = handle(franchiseeContract.sign, async ({ db, actor, input, version }) => {
  await ensureReady(db, input.franchiseeId);
  const known = await db
    .selectFrom('partner')
    .select('id')
    .where('pan', '=', input.partner.pan)
    .executeTakeFirst();
  const partner =
    known ??
    (await db
      .insertInto('partner')
      .values({ legal_name: input.partner.legalName, kind: input.partner.kind, pan: input.partner.pan })
      .returning('id')
      .executeTakeFirstOrThrow());
  const { gstin } = await locked(db, input.franchiseeId);
  await ensurePan(db, partner.id, gstin);
  return step({
    db,
    actor,
    version,
    franchiseeId: input.franchiseeId,
    action: 'sign',
    set: { partner_id: partner.id, signed_on: input.signedOn },
  });
});

export const startSetup = handle(
  franchiseeContract.startSetup,
  async ({ db, actor, input, version, now }) => {
    await ensureReady(db, input.franchiseeId);
    const moved = await step({
      db,
      actor,
      version,
      franchiseeId: input.franchiseeId,
      action: 'start-setup',
      reason: input.reason,
    });
    const from = Number(todayIst(now).slice(0, 4)) - 1;
    await db
      .insertInto('franchisee_year')
      .columns(['franchisee_id', 'academic_year_id'])
      .expression((eb) =>
        eb
          .selectFrom('academic_year')
          .select([eb.val(input.franchiseeId).as('franchisee_id'), 'id'])
          .where('id', '>=', from),
      )
      .onConflict((oc) => oc.doNothing())
      .execute();
    return moved;
  },
);

export const activateFranchisee = handle(
  franchiseeContract.activate,
  async ({ db, actor, input, version, now }) => {
    await ensureReady(db, input.franchiseeId);
    const setup = await db
      .selectFrom('franchisee_event')
      .select('by')
      .where('franchisee_id', '=', input.franchiseeId)
      .where('action', '=', 'start-setup')
      .orderBy('at', 'desc')
      .executeTakeFirst();
    if (setup?.by === actor.userId) throw refuse('franchisee.same-person');
    return step({
      db,
      actor,
      version,
      franchiseeId: input.franchiseeId,
      action: 'activate',
      reason: input.reason,
      set: { opened_on: todayIst(now) },
    });
  },
);

export const suspendFranchisee = handle(franchiseeContract.suspend, ({ db, actor, input, version }) =>
  step({
    db,
    actor,
    version,
    franchiseeId: input.franchiseeId,
    action: 'suspend',
    reason: input.reason,
    set: {
      suspend: JSON.stringify({
        kind: input.kind,
        reason: input.reason,
        until: input.until,
        blocks: input.blocks,
        by: actor.userId,
      }),
    },
    detail: { until: input.until, blocks: input.blocks },
  }),
);

export const resumeFranchisee = handle(franchiseeContract.resume, async ({ db, actor, input, version }) => {
  const { suspend } = await locked(db, input.franchiseeId);
  if ((suspend as { by?: string } | null)?.by === actor.userId) throw refuse('franchisee.same-person');
  return step({
    db,
    actor,
    version,
    franchiseeId: input.franchiseeId,
    action: 'resume',
    reason: input.reason,
    set: { suspend: null },
  });
});

export const abandonFranchisee = handle(franchiseeContract.abandon, ({ db, actor, input, version, now }) =>
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
