import { addDays, todayIst } from '@aangan/contract/period.ts';
import { actionsFrom } from '@aangan/contract/states.ts';
import { type Actor, holds } from '@aangan/server/actor.ts';
import { centreFacts } from '@aangan/server/area-registry.ts';
import { ensureFound } from '@aangan/server/ensure.ts';
import { handle } from '@aangan/server/handle.ts';
import type { Db } from '@aangan/server/unit-of-work.ts';
import { sql } from 'kysely';
import { networkModules, OWN_CENTRE_LEVEL } from '../network-modules.ts';
import { userCards } from '../user/user.queries.server.ts';
import { franchiseeContract } from './franchisee.contract.ts';
import { activeFranchisees } from './franchisee.queries.server.ts';
import { franchiseeStates } from './franchisee.states.ts';
import { blockedBy } from './franchisee-ability.ts';
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

export const viewFranchisee = handle(franchiseeContract.view, async ({ db, actor, input, now }) => {
  const id = await centreAsked(db, actor, input);
  const row = await rowOf(db, id);
  const closing = await closingOf(db, id, actor);
  return {
    ...masterOf(row),
    photoUrl: paperOf({ file_id: row.photo_file_id, file_home: row.photo_home }, now)?.url ?? null,
    partner: await partnerOf(db, row),
    zoneHead: await headOf(db, row.zone_head_id),
    suspended: suspendedOf(row),
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
});

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

async function partnerOf(db: Db, row: CentreRow) {
  if (!row.partner_id || !row.partner_name) return null;
  const { n } = await db
    .selectFrom('franchisee')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('partner_id', '=', row.partner_id)
    .executeTakeFirstOrThrow();
  return {
    legalName: row.partner_name,
    kind: row.partner_kind ?? '',
    pan: row.partner_pan ?? '',
    email: row.partner_email,
    mobile: row.partner_mobile,
    centres: n,
  };
}

async function headOf(db: Db, id: string | null) {
  const card = id === null ? undefined : (await userCards(db, [id])).get(id);
  return card ? { id: card.id, name: card.name } : null;
}

function suspendedOf(row: CentreRow) {
  if (row.status !== 'SUSPENDED') return null;
  const { blocks, until } = blockedBy(row.suspend);
  const { reason } = (row.suspend ?? {}) as { reason?: string };
  return { until, reason: reason ?? null, blocks: [...blocks] };
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

async function peopleOf(db: Db, id: number) {
  const { rows } = await sql<{ id: string; name: string; roles: string; state: string }>`
    select u.id, trim(u.first_name || ' ' || u.last_name) as name, u.state,
      coalesce((select string_agg(distinct r.description, ', ') from user_role g join role r on r.id = g.role_id where g.user_id = u.id and g.ended_at is null), '') as roles
      from app_user u where u.kind = 'STAFF' and u.state <> 'DISABLED'
       and u.id in (select id from app_user where franchisee_id = ${id} union select user_id from user_role where franchisee_id = ${id} and ended_at is null) order by 2 limit 200`.execute(
    db,
  );
  return rows;
}

async function yearsOf(db: Db, id: number) {
  const rows = await db
    .selectFrom('franchisee_year as y')
    .innerJoin('academic_year as a', 'a.id', 'y.academic_year_id')
    .select(['a.academic_year', 'y.state'])
    .where('y.franchisee_id', '=', id)
    .orderBy('a.id', 'desc')
    .execute();
  return rows.map((row) => ({ academicYear: row.academic_year, state: row.state }));
}

async function zonesOf(db: Db, id: number) {
  const rows = await db
    .selectFrom('franchisee_zone_move as m')
    .leftJoin('zone as z', 'z.id', 'm.zone_id')
    .select(['m.since', 'm.by', 'z.name'])
    .where('m.franchisee_id', '=', id)
    .orderBy('m.since', 'desc')
    .limit(20)
    .execute();
  const names = await userCards(
    db,
    rows.flatMap((row) => row.by ?? []),
  );
  return rows.map((row) => ({ at: row.since, zone: row.name, by: names.get(row.by ?? '')?.name ?? null }));
}

interface Numbers {
  seats: number;
  openItems: number;
  openGates: number;
  pincodes: number;
  papersEnding: number;
  agreementTo: string | null;
}

async function numbersOf(db: Db, id: number, now: Date): Promise<Numbers> {
  const today = todayIst(now);
  const year = Number(today.slice(0, 4)) - (today.slice(5) < '04-01' ? 1 : 0);
  const { rows } = await sql<Numbers>`
    select coalesce((select sum(seats)::int from franchisee_seat where franchisee_id = ${id} and academic_year_id = ${year}), 0) as seats,
      (select count(*)::int from franchisee_checklist_item where franchisee_id = ${id} and state = 'OPEN') as "openItems",
      (select count(*)::int from franchisee_checklist_item where franchisee_id = ${id} and state = 'OPEN' and gate) as "openGates",
      (select count(*)::int from franchisee_pincode where franchisee_id = ${id} and to_on is null) as pincodes,
      (select count(*)::int from franchisee_document where franchisee_id = ${id} and valid_to <= ${addDays(today, 90)}::date) as "papersEnding",
      (select max(to_on) from franchisee_agreement where franchisee_id = ${id} and state = 'ACTIVE' and kind <> 'ADDENDUM') as "agreementTo"`.execute(
    db,
  );
  return ensureFound(rows[0]);
}

async function eventsOf(db: Db, id: number) {
  const rows = await db
    .selectFrom('franchisee_event')
    .select(['at', 'action', 'by', 'from_status', 'to_status', 'reason'])
    .where('franchisee_id', '=', id)
    .orderBy('at', 'desc')
    .limit(50)
    .execute();
  const cards = await userCards(
    db,
    rows.flatMap((row) => (row.by ? [row.by] : [])),
  );
  return rows.map((row) => ({
    at: row.at,
    action: row.action,
    by: cards.get(row.by ?? '')?.name ?? null,
    from: row.from_status,
    to: row.to_status,
    reason: row.reason,
  }));
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
