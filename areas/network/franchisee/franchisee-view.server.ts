import { refuse as platform } from '@aangan/contract/refusal.ts';
import { actionsFrom } from '@aangan/contract/states.ts';
import { type Actor, holds } from '@aangan/server/actor.ts';
import { ensureFound } from '@aangan/server/ensure.ts';
import { handle } from '@aangan/server/handle.ts';
import type { Db } from '@aangan/server/unit-of-work.ts';
import { sql } from 'kysely';
import { networkModules } from '../network-modules.ts';
import { userCards } from '../user/user.queries.server.ts';
import { franchiseeContract } from './franchisee.contract.ts';
import { activeFranchisees } from './franchisee.queries.server.ts';
import { franchiseeStates } from './franchisee.states.ts';
import { franchiseeLabel } from './franchisee-label.ts';

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
        'c.name as city_name',
        'c.tier as city_tier',
        'c.state as city_state',
        'c.state_code as city_state_code',
        'b.name as brand_name',
        'p.legal_name as partner_name',
        'p.kind as partner_kind',
        'p.pan as partner_pan',
      ])
      .where('f.id', '=', id)
      .executeTakeFirst(),
  );
}

export const viewFranchisee = handle(franchiseeContract.view, async ({ db, actor, input }) => {
  const id = input.franchiseeId ?? actor.franchiseeId;
  if (id === null) throw platform('context.centre-needed');
  const row = await rowOf(db, id);
  const suspend = row.suspend as { until?: string; reason?: string } | null;
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
    partner: row.partner_name
      ? { legalName: row.partner_name, kind: row.partner_kind ?? '', pan: row.partner_pan ?? '' }
      : null,
    signedOn: row.signed_on,
    openedOn: row.opened_on,
    closedOn: row.closed_on,
    suspendedUntil: suspend?.until ?? null,
    suspendReason: suspend?.reason ?? null,
    people: await peopleOf(db, id),
    years: await yearsOf(db, id),
    events: await eventsOf(db, id),
    unmet: await unmetOf(db, id),
    can: canOf(actor, row),
  };
});

async function peopleOf(db: Db, id: number) {
  const { rows } = await sql<{ id: string; name: string; roles: string; state: string }>`
    select u.id, trim(u.first_name || ' ' || u.last_name) as name, u.state,
      coalesce((select string_agg(distinct r.description, ', ') from user_role g join role r on r.id = g.role_id where g.user_id = u.id and g.ended_at is null), '') as roles
      from app_user u where u.kind = 'STAFF' and u.state <> 'DISABLED'
       and (u.franchisee_id = ${id} or exists (select from user_role g where g.user_id = u.id and g.franchisee_id = ${id} and g.ended_at is null)) order by 2 limit 200`.execute(
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

/** What still has to be there before the next step (network.md 2.3). Guards of areas that are not installed ask nothing. */
export async function unmetOf(db: Db, id: number): Promise<string[]> {
  const row = await rowOf(db, id);
  if (row.status === 'LEAD')
    return [row.zone_id === null ? 'a zone' : '', row.brand_id === null ? 'a brand' : ''].filter(Boolean);
  if (row.status === 'SIGNED')
    return [
      row.address1 === null ? 'an address' : '',
      row.pincode === null ? 'a pincode' : '',
      row.lat === null ? 'the place on the map' : '',
    ].filter(Boolean);
  if (row.status !== 'SETUP') return [];
  const head = await db
    .selectFrom('user_role as g')
    .innerJoin('app_user as u', 'u.id', 'g.user_id')
    .innerJoin('role as r', 'r.id', 'g.role_id')
    .select('u.id')
    .where('g.franchisee_id', '=', id)
    .where('g.ended_at', 'is', null)
    .where('u.state', '=', 'ACTIVE')
    .where('r.reach', '=', 'CENTRE')
    .executeTakeFirst();
  return head ? [] : ['an active user at the centre'];
}

function canOf(actor: Actor, row: { status: string; is_head_office: boolean }): Record<string, boolean> {
  const may = holds(actor, networkModules.Franchisee, true) && !row.is_head_office;
  const steps = new Set(actionsFrom(franchiseeStates, row.status));
  const step = (name: string) => may && steps.has(name);
  return {
    update: may,
    sign: step('sign'),
    startSetup: step('start-setup'),
    activate: step('activate'),
    suspend: step('suspend'),
    resume: step('resume'),
    abandon: step('abandon'),
  };
}
