import { actionsFrom } from '@aangan/contract/states.ts';
import { centreFacts } from '@aangan/server/endpoint/area-registry.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { type Actor, holds } from '@aangan/server/work/actor.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { networkModules, OWN_CENTRE_LEVEL } from '../network-modules.ts';
import { userCards } from '../user/user.queries.server.ts';
import { franchiseeContract } from './franchisee.contract.ts';
import { activeFranchisees } from './franchisee.queries.server.ts';
import { franchiseeStates } from './franchisee.states.ts';
import { blockedBy } from './franchisee-ability.ts';
import {
  eventsOf,
  headOf,
  numbersOf,
  partnerOf,
  peopleOf,
  yearsOf,
  zonesOf,
} from './franchisee-around.server.ts';
import { unmetOf } from './franchisee-guards.server.ts';
import { franchiseeLabel } from './franchisee-label.ts';
import { centreAsked, paperOf } from './franchisee-rows.server.ts';

export const activeList = handle(franchiseeContract.active, async ({ db, actor }) => ({
  rows: await activeFranchisees(db, actor),
}));

/** One centre's row with the names around it; 404 outside the caller's scope. */
async function rowOf(db: Db, id: number) {
  return ensureFound(
    await db
      .selectFrom('franchisee as f')
      .leftJoin('zone as z', 'z.id', 'f.zone_id')
      .leftJoin('city as c', 'c.id', 'f.city_id')
      .leftJoin('brand as b', 'b.id', 'f.brand_id')
      .leftJoin('partner as p', 'p.id', 'f.partner_id')
      .selectAll('f')
      .select([
        'z.name as zone_name',
        'z.head_id as zone_head_id',
        'c.name as city_name',
        'c.tier as city_tier',
        'c.state as city_state',
        'c.state_code as city_state_code',
        'b.name as brand_name',
        'p.legal_name as partner_name',
        'p.kind as partner_kind',
        'p.pan as partner_pan',
        'p.email as partner_email',
        'p.mobile as partner_mobile',
      ])
      .where('f.id', '=', id)
      .executeTakeFirst(),
  );
}

type CentreRow = Awaited<ReturnType<typeof rowOf>>;

export const viewFranchisee = handle(franchiseeContract.view, async ({ db, actor, input, now }) =>
  detailOf({ db, actor, now }, await centreAsked(db, actor, input)),
);

/** Everything the page and the profile of a centre show. */
export async function detailOf({ db, actor, now }: { db: Db; actor: Actor; now: Date }, id: number) {
  const row = await rowOf(db, id);
  const closing = await closingOf(db, id, actor);
  return {
    ...masterOf(row),
    photoUrl: paperOf({ file_id: row.photo_file_id, file_home: row.photo_home }, now)?.url ?? null,
    partner: await partnerOf(db, row),
    zoneHead: await headOf(db, row.zone_head_id),
    suspended: suspendedOf(row, now),
    closing,
    people: await peopleOf(db, id),
    years: await yearsOf(db, id),
    zones: await zonesOf(db, id),
    facts: (await Promise.all(centreFacts().map((read) => read(db, id)))).flatMap((each) => [...each]),
    numbers: await numbersOf(db, id, now),
    events: await eventsOf(db, id),
    unmet: await unmetOf(db, id, now),
    can: canOf(actor, row, closing),
  };
}

function masterOf(row: CentreRow) {
  return {
    id: row.id,
    label: franchiseeLabel(row.id, row.company_name),
    version: row.version,
    isHeadOffice: row.is_head_office,
    status: row.status,
    companyName: row.company_name,
    legalName: row.legal_name,
    code: row.code,
    model: row.model,
    zoneId: row.zone_id,
    zoneName: row.zone_name,
    cityId: row.city_id,
    cityName: row.city_name,
    tier: row.city_tier,
    stateName: row.city_state,
    brandId: row.brand_id,
    brandName: row.brand_name,
    address1: row.address1,
    address2: row.address2,
    landmark: row.landmark,
    pincode: row.pincode,
    lat: row.lat,
    lng: row.lng,
    phone: row.phone,
    email: row.email,
    gstin: row.gstin,
    stateCode: row.gst_state_code ?? row.city_state_code,
    tan: row.tan,
    udiseCode: row.udise_code,
    opensAt: row.opens_at?.slice(0, 5) ?? null,
    closesAt: row.closes_at?.slice(0, 5) ?? null,
    languages: row.languages,
    signedOn: row.signed_on,
    openedOn: row.opened_on,
    closedOn: row.closed_on,
  };
}

function suspendedOf(row: CentreRow, now: Date) {
  if (row.status !== 'SUSPENDED') return null;
  const { blocks, from, until, begun } = blockedBy(row.suspend, now);
  const { reason } = (row.suspend ?? {}) as { reason?: string };
  return { from, until, begun, reason: reason ?? null, blocks: [...blocks] };
}

async function closingOf(db: Db, id: number, actor: Actor) {
  const row = await db
    .selectFrom('franchisee_closing')
    .select(['close_on', 'reason', 'asked_by', 'state'])
    .where('franchisee_id', '=', id)
    .where('state', 'in', ['WAITING', 'APPROVED'])
    .orderBy('asked_at', 'desc')
    .executeTakeFirst();
  if (!row) return null;
  return {
    on: row.close_on,
    reason: row.reason,
    askedBy: (await userCards(db, [row.asked_by])).get(row.asked_by)?.name ?? null,
    approved: row.state === 'APPROVED',
    mine: row.asked_by === actor.userId,
  };
}

function canOf(
  actor: Actor,
  row: { status: string; is_head_office: boolean },
  closing: { approved: boolean; mine: boolean } | null,
): Record<string, boolean> {
  const may = holds(actor, networkModules.Franchisee, true) && !row.is_head_office;
  const own = holds(actor, [networkModules.FranchiseeData, OWN_CENTRE_LEVEL], true) && !row.is_head_office;
  const steps = new Set(actionsFrom(franchiseeStates, row.status));
  const step = (name: string) => may && steps.has(name);
  const waiting = closing !== null && !closing.approved;
  return {
    update: may,
    updateOwn: own,
    moveZone: may,
    sign: step('sign'),
    startSetup: step('start-setup'),
    activate: step('activate'),
    suspend: step('suspend'),
    resume: step('resume'),
    abandon: step('abandon'),
    close: step('close') && closing === null,
    approveClose: step('close') && waiting && !closing.mine,
    withdrawClose: step('close') && waiting,
    reopen: step('reopen') && actor.allModules,
  };
}
