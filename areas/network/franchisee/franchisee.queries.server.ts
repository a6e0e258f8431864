import { daysBetween, todayIst } from '@aangan/contract/period.ts';
import { refusals } from '@aangan/contract/refusal.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import { type Db, withWholeReach } from '@aangan/server/work/unit-of-work.ts';
import { type Ability, abilities, blockedBy, type FranchiseeStatus } from './franchisee-ability.ts';
import { franchiseeLabel } from './franchisee-label.ts';

/** What other areas ask of a centre; null when it is not there or not in the caller's scope. */
export interface FranchiseeFacts {
  id: number;
  label: string;
  companyName: string;
  legalName: string | null;
  status: FranchiseeStatus;
  model: 'FOFO' | 'COCO' | 'HO';
  isHeadOffice: boolean;
  gstin: string | null;
  /** GST state code of the centre: of its GSTIN, else of its city. */
  stateCode: string | null;
  address: string | null;
  pincode: string | null;
  point: { lat: number; lng: number } | null;
  cityId: number | null;
  cityName: string | null;
  tier: 'T1' | 'T2' | 'T3' | null;
  zoneId: number | null;
  openedOn: string | null;
  phone: string | null;
  email: string | null;
}

/** One centre of the caller's scope, or null. */
export async function franchisee(db: Db, id: number): Promise<FranchiseeFacts | null> {
  const row = await db
    .selectFrom('franchisee as f')
    .leftJoin('city as c', 'c.id', 'f.city_id')
    .select([
      'f.id',
      'f.company_name',
      'f.legal_name',
      'f.status',
      'f.model',
      'f.is_head_office',
      'f.gstin',
      'f.gst_state_code',
      'f.address1',
      'f.address2',
      'f.landmark',
      'f.pincode',
      'f.lat',
      'f.lng',
      'f.city_id',
      'f.zone_id',
      'f.opened_on',
      'f.phone',
      'f.email',
      'c.name as city_name',
      'c.tier',
      'c.state_code',
    ])
    .where('f.id', '=', id)
    .executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    label: franchiseeLabel(row.id, row.company_name),
    companyName: row.company_name,
    legalName: row.legal_name,
    status: row.status,
    model: row.model,
    isHeadOffice: row.is_head_office,
    gstin: row.gstin,
    stateCode: row.gst_state_code ?? row.state_code ?? null,
    address: [row.address1, row.address2, row.landmark, row.city_name].filter(Boolean).join(', ') || null,
    pincode: row.pincode,
    point: row.lat === null || row.lng === null ? null : { lat: row.lat, lng: row.lng },
    cityId: row.city_id,
    cityName: row.city_name,
    tier: row.tier,
    zoneId: row.zone_id,
    openedOn: row.opened_on,
    phone: row.phone,
    email: row.email,
  };
}

/** id -> '(014) Baner' of the ids in scope. */
export async function franchiseeLabels(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('franchisee')
    .select(['id', 'company_name'])
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map((row) => [row.id, franchiseeLabel(row.id, row.company_name)]));
}

/** GST state code of a centre, or null when neither GSTIN nor city tells. */
export async function stateCode(db: Db, franchiseeId: number): Promise<string | null> {
  return (await franchisee(db, franchiseeId))?.stateCode ?? null;
}

export interface ActiveFranchisee {
  id: number;
  companyName: string;
  label: string;
  status: FranchiseeStatus;
  isHeadOffice: boolean;
  model: 'FOFO' | 'COCO' | 'HO';
  zoneID: number | null;
  zoneName: string | null;
  cityName: string | null;
}

/** Centres one can work for: SETUP, ACTIVE, SUSPENDED of everything the actor reaches, whatever centre is chosen now. Head office for network people only. */
export async function activeFranchisees(db: Db, actor: Actor): Promise<ActiveFranchisee[]> {
  const rows = await withWholeReach(db, actor, () =>
    db
      .selectFrom('franchisee as f')
      .leftJoin('zone as z', 'z.id', 'f.zone_id')
      .leftJoin('city as c', 'c.id', 'f.city_id')
      .select([
        'f.id',
        'f.company_name',
        'f.status',
        'f.is_head_office',
        'f.model',
        'f.zone_id',
        'z.name as zone_name',
        'c.name as city_name',
      ])
      .where('f.status', 'in', ['SETUP', 'ACTIVE', 'SUSPENDED'])
      .$if(!actor.wholeNetwork, (qb) => qb.where('f.is_head_office', '=', false))
      .orderBy('f.id')
      .execute(),
  );
  return rows.map((row) => ({
    id: row.id,
    companyName: row.company_name,
    label: franchiseeLabel(row.id, row.company_name),
    status: row.status,
    isHeadOffice: row.is_head_office,
    model: row.model,
    zoneID: row.zone_id,
    zoneName: row.zone_name,
    cityName: row.city_name,
  }));
}

const refuse = refusals({
  'franchisee.suspended': [409, 'This centre is {state}: {ability} is not possible{until}.'],
});

interface AbilityRow {
  status: FranchiseeStatus;
  suspend: unknown;
  closed_on: string | null;
}

const abilityRow = (db: Db, franchiseeId: number): Promise<AbilityRow | undefined> =>
  db
    .selectFrom('franchisee')
    .select(['status', 'suspend', 'closed_on'])
    .where('id', '=', franchiseeId)
    .executeTakeFirst();

export interface AbilityOptions {
  /** The academic year it is about; a centre in set-up admits only for a coming one. */
  yearId?: number;
  currentYear?: number;
  /** The day it is about; default today. */
  on?: string;
  /** The instant it is asked at; default now. */
  at?: Date;
}

const READ_DAYS = 365;

/** Whether the centre's status allows something (network.md 3.2). `yearId`: the academic year it is about; a centre in set-up admits only for a coming one. */
export async function ability(
  db: Db,
  franchiseeId: number,
  what: Ability,
  options: AbilityOptions = {},
): Promise<boolean> {
  const row = await abilityRow(db, franchiseeId);
  return row !== undefined && allows(row, what, options);
}

function allows(row: AbilityRow, what: Ability, options: AbilityOptions): boolean {
  const verdict = abilities[what][row.status];
  if (verdict === 'COMING_YEAR')
    return (
      options.yearId !== undefined &&
      options.currentYear !== undefined &&
      options.yearId > options.currentYear
    );
  if (verdict === 'YEAR_AFTER')
    return (
      row.closed_on !== null && daysBetween(row.closed_on, options.on ?? todayIst(new Date())) <= READ_DAYS
    );
  if (verdict === 'BLOCKABLE') {
    const { blocks, begun } = blockedBy(row.suspend, options.at ?? new Date());
    return !begun || !blocks.has(what);
  }
  return verdict === true;
}

/** Throws 409 `franchisee.suspended` (404 for a centre out of scope) unless the status allows it. */
export async function ensureAbility(
  db: Db,
  franchiseeId: number,
  what: Ability,
  options: AbilityOptions = {},
): Promise<void> {
  const row = ensureFound(await abilityRow(db, franchiseeId));
  if (allows(row, what, options)) return;
  const { until } = blockedBy(row.suspend, options.at ?? new Date());
  throw refuse('franchisee.suspended', {
    details: {
      state: row.status === 'SUSPENDED' ? 'suspended' : `in state ${row.status}`,
      ability: what.toLowerCase().replaceAll('_', ' '),
      until: until ? ` until ${until.split('-').reverse().join('-')}` : '',
    },
  });
}
