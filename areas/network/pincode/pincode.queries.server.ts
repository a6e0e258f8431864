import { HEAD_OFFICE } from '@aangan/server/sql.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { franchiseeLabel } from '../franchisee/franchisee-label.ts';
import { kmBetween } from './distance.server.ts';

export interface PincodeFacts {
  pincode: string;
  district: string | null;
  stateName: string;
  stateCode: string | null;
  cityId: number | null;
  lat: number | null;
  lng: number | null;
  primaryOffice: string | null;
}

/** One pincode of the India Post directory, or null. */
export async function pincode(db: Db, code: string): Promise<PincodeFacts | null> {
  const row = await db.selectFrom('pincode').selectAll().where('pincode', '=', code).executeTakeFirst();
  return row
    ? {
        pincode: row.pincode,
        district: row.district,
        stateName: row.state_name,
        stateCode: row.state_code,
        cityId: row.city_id,
        lat: row.lat,
        lng: row.lng,
        primaryOffice: row.primary_office,
      }
    : null;
}

export interface ServiceableCentre {
  franchiseeId: number;
  label: string;
  /** Great circle, R = 6371.0088 km; null when a point is unknown. */
  distanceKm: number | null;
  reason: 'EXCLUSIVE' | 'TERRITORY' | 'NEAR' | 'HEAD_OFFICE';
  priority: number | null;
}

export interface PassedOver {
  franchiseeId: number;
  label: string;
  distanceKm: number | null;
  why: string;
}

const RADIUS_KM = 15;
const MOST = 5;
interface Candidate {
  pincode: string;
  id: number;
  company_name: string;
  km: number | null;
  exclusive: boolean;
  priority: number | null;
  blocked: boolean;
}

/** Every centre that has to do with these pincodes: rows, claims, and whatever lies within the radius. */
async function candidatesOf(db: Db, codes: readonly string[]): Promise<Candidate[]> {
  const km = kmBetween(sql`p.lat`, sql`p.lng`, sql`f.lat`, sql`f.lng`);
  const { rows } = await sql<Candidate>`
    with asked as (select c as pincode, p.lat, p.lng from unnest(${[...new Set(codes)]}::text[]) c left join pincode p on p.pincode = c),
      pair as (select a.pincode, f.id from asked a join franchisee f on f.lat between a.lat - 0.14 and a.lat + 0.14 and f.lng between a.lng - 0.2 and a.lng + 0.2
        union select pincode, franchisee_id from franchisee_pincode where pincode = any (${[...new Set(codes)]}::text[]) and leads and to_on is null
        union select pincode, franchisee_id from pincode_exclusive where pincode = any (${[...new Set(codes)]}::text[]))
    select * from (select p.pincode, f.id, f.company_name, ${km} as km, e.franchisee_id is not null as exclusive, t.priority,
        f.status = 'SUSPENDED' and coalesce(f.suspend -> 'blocks', '[]') ? 'PUBLIC_ENQUIRY' as blocked
        from pair join asked p using (pincode) join franchisee f on f.id = pair.id and not f.is_head_office and f.status in ('SETUP', 'ACTIVE', 'SUSPENDED')
        left join pincode_exclusive e on e.pincode = p.pincode and e.franchisee_id = f.id
        left join franchisee_pincode t on t.franchisee_id = f.id and t.pincode = p.pincode and t.leads and t.to_on is null) x
     where x.exclusive or x.priority is not null or x.km <= ${sql.lit(RADIUS_KM)}`.execute(db);
  return rows;
}

const byDistance = (a: Candidate, b: Candidate) => (a.km ?? Infinity) - (b.km ?? Infinity) || a.id - b.id;

function rank(candidates: readonly Candidate[]): { chosen: ServiceableCentre[]; passed: PassedOver[] } {
  const open = candidates.filter((c) => !c.blocked);
  const as =
    (reason: ServiceableCentre['reason']) =>
    (c: Candidate): ServiceableCentre => ({
      franchiseeId: c.id,
      label: franchiseeLabel(c.id, c.company_name),
      distanceKm: c.km,
      reason,
      priority: c.priority,
    });
  const exclusive = open.filter((c) => c.exclusive);
  const territory = open
    .filter((c) => c.priority !== null)
    .sort((a, b) => (a.priority ?? 0) - (b.priority ?? 0) || byDistance(a, b));
  const near = open
    .filter((c) => c.km !== null && c.km <= RADIUS_KM)
    .sort(byDistance)
    .slice(0, MOST);
  const chosen =
    exclusive.length > 0
      ? exclusive.map(as('EXCLUSIVE'))
      : territory.length > 0
        ? territory.map(as('TERRITORY'))
        : near.map(as('NEAR'));
  const taken = new Set(chosen.map((c) => c.franchiseeId));
  const passed = candidates
    .filter((c) => !taken.has(c.id))
    .sort(byDistance)
    .slice(0, 10)
    .map((c) => ({
      franchiseeId: c.id,
      label: franchiseeLabel(c.id, c.company_name),
      distanceKm: c.km,
      why: c.blocked
        ? 'Suspended: takes no enquiries'
        : exclusive.length > 0
          ? 'Near, not routed: another centre has this pincode exclusively'
          : territory.length > 0
            ? 'Near, but this pincode is not in its territory'
            : 'Further away than the five nearest',
    }));
  return { chosen: chosen.length > 0 ? chosen : [headOffice()], passed };
}

const headOffice = (): ServiceableCentre => ({
  franchiseeId: HEAD_OFFICE,
  label: franchiseeLabel(HEAD_OFFICE, 'Corporate Business Branch'),
  distanceKm: null,
  reason: 'HEAD_OFFICE',
  priority: null,
});

/**
 * Centres that answer for a pincode, best first (network.md 3.4): the exclusive holder alone; else territory rows by
 * priority, then distance; else centres within 15 km, at most 5; else head office. Only centres that take enquiries and
 * are in the caller's scope. Ties by id, so the same question has the same answer.
 */
export async function serviceableCentres(db: Db, code: string): Promise<ServiceableCentre[]> {
  return rank(await candidatesOf(db, [code])).chosen;
}

/** The same with those that were passed over and why; for several pincodes in one statement. */
export async function serviceOf(
  db: Db,
  codes: readonly string[],
): Promise<Map<string, { chosen: ServiceableCentre[]; passed: PassedOver[] }>> {
  const all = await candidatesOf(db, codes);
  const byCode = new Map<string, Candidate[]>();
  for (const one of all) byCode.set(one.pincode, [...(byCode.get(one.pincode) ?? []), one]);
  return new Map(codes.map((code) => [code, rank(byCode.get(code) ?? [])]));
}
