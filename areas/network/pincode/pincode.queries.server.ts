import type { Db } from '@aangan/server/unit-of-work.ts';
import { sql } from 'kysely';
import { franchiseeLabel } from '../franchisee/franchisee-label.ts';

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
}

const RADIUS_KM = 15;
const MOST = 5;
const HEAD_OFFICE = 1;

interface Candidate {
  id: number;
  company_name: string;
  km: number | null;
  exclusive: boolean;
  priority: number | null;
}

/**
 * Centres that answer for a pincode, best first (network.md 3.4): the exclusive holder alone; else territory rows by
 * priority, then distance; else centres within 15 km, at most 5; else head office. Only centres that take enquiries and
 * are in the caller's scope. Ties by id, so the same question has the same answer.
 */
export async function serviceableCentres(db: Db, code: string): Promise<ServiceableCentre[]> {
  const { rows } = await sql<Candidate>`
    select f.id, f.company_name, e.franchisee_id is not null as exclusive, t.priority,
      case when p.lat is null or f.lat is null then null else round((2 * 6371.0088 * asin(sqrt(
        power(sin(radians((f.lat - p.lat)::float8) / 2), 2) + cos(radians(p.lat::float8)) * cos(radians(f.lat::float8)) * power(sin(radians((f.lng - p.lng)::float8) / 2), 2))))::numeric, 2) end as km
      from franchisee f
      left join pincode p on p.pincode = ${code}
      left join pincode_exclusive e on e.pincode = ${code} and e.franchisee_id = f.id
      left join franchisee_pincode t on t.franchisee_id = f.id and t.pincode = ${code} and t.leads and t.to_on is null
     where not f.is_head_office and f.status in ('SETUP', 'ACTIVE', 'SUSPENDED')
       and not (f.status = 'SUSPENDED' and coalesce(f.suspend -> 'blocks', '[]') ? 'PUBLIC_ENQUIRY')`.execute(
    db,
  );
  const byDistance = (a: Candidate, b: Candidate) => (a.km ?? Infinity) - (b.km ?? Infinity) || a.id - b.id;
  const as =
    (reason: ServiceableCentre['reason']) =>
    (c: Candidate): ServiceableCentre => ({
      franchiseeId: c.id,
      label: franchiseeLabel(c.id, c.company_name),
      distanceKm: c.km,
      reason,
    });
  const exclusive = rows.filter((c) => c.exclusive);
  if (exclusive.length > 0) return exclusive.map(as('EXCLUSIVE'));
  const territory = rows.filter((c) => c.priority !== null);
  if (territory.length > 0)
    return territory
      .sort((a, b) => (a.priority ?? 0) - (b.priority ?? 0) || byDistance(a, b))
      .map(as('TERRITORY'));
  const near = rows
    .filter((c) => c.km !== null && c.km <= RADIUS_KM)
    .sort(byDistance)
    .slice(0, MOST);
  if (near.length > 0) return near.map(as('NEAR'));
  return [
    {
      franchiseeId: HEAD_OFFICE,
      label: franchiseeLabel(HEAD_OFFICE, 'Corporate Business Branch'),
      distanceKm: null,
      reason: 'HEAD_OFFICE',
    },
  ];
}
