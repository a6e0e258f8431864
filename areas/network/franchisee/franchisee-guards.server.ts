// What still has to be there before the next step (network.md 2.3). Guards of areas that are not installed ask nothing.
import { latestYear, todayIst } from '@aangan/contract/period.ts';
import { centreChecks } from '@aangan/server/endpoint/area-registry.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { refuse } from '../network-refusals.ts';

interface Facts {
  status: string;
  model: string;
  zone_id: number | null;
  brand_id: number | null;
  address1: string | null;
  pincode: string | null;
  lat: number | null;
  runs: boolean;
  signed: boolean;
  gates: number;
  head: boolean;
  seats: boolean;
}

async function factsOf(db: Db, id: number, now: Date): Promise<Facts> {
  const today = todayIst(now);
  const { rows } = await sql<Facts>`
    select f.status, f.model, f.zone_id, f.brand_id, f.address1, f.pincode, f.lat,
      exists (select from franchisee_agreement a where a.franchisee_id = f.id and a.state = 'ACTIVE' and a.kind <> 'ADDENDUM' and a.file_id is not null) as signed,
      exists (select from franchisee_agreement a where a.franchisee_id = f.id and a.state = 'ACTIVE' and a.kind <> 'ADDENDUM' and ${today}::date between a.from_on and a.to_on) as runs,
      (select count(*)::int from franchisee_checklist_item i where i.franchisee_id = f.id and i.gate and i.state = 'OPEN') as gates,
      exists (select from user_role g join role r on r.id = g.role_id join app_user u on u.id = g.user_id
        where g.franchisee_id = f.id and g.ended_at is null and coalesce(g.to_on, 'infinity') >= ${today}::date and r.centre_model = f.model and u.state = 'ACTIVE') as head,
      exists (select from franchisee_seat s where s.franchisee_id = f.id and s.seats > 0
        and s.academic_year_id between ${latestYear(now) - 1} and ${latestYear(now)}) as seats
      from franchisee f where f.id = ${id}`.execute(db);
  return ensureFound(rows[0]);
}

const listed = (...parts: readonly (string | false)[]): string[] =>
  parts.filter((part): part is string => part !== false);

/** Conditions of the next step that are not met, in words; empty when it may be taken. */
export async function unmetOf(db: Db, id: number, now: Date): Promise<string[]> {
  const f = await factsOf(db, id, now);
  const owned = f.model === 'FOFO';
  switch (f.status) {
    case 'LEAD':
      return listed(
        f.zone_id === null && 'a zone',
        f.brand_id === null && 'a brand',
        owned && !f.signed && 'a signed agreement',
      );
    case 'SIGNED':
      return listed(
        f.address1 === null && 'an address',
        f.pincode === null && 'a pincode',
        f.lat === null && 'the place on the map',
      );
    case 'SETUP':
      return [
        ...listed(
          f.gates > 0 &&
            (f.gates === 1 ? '1 gate item of the checklist' : `${f.gates} gate items of the checklist`),
          owned && !f.runs && 'an agreement that covers today',
          !f.head && 'an active centre head',
          !f.seats && 'licensed seats',
        ),
        ...(await unmetByAreas(db, 'ACTIVATE', id, todayIst(now))),
      ];
    case 'CLOSED':
      return listed(owned && !f.runs && 'a new agreement that covers today');
    default:
      return [];
  }
}

/** What the areas ask before a centre opens or closes on a day. */
export async function unmetByAreas(
  db: Db,
  at: 'ACTIVATE' | 'CLOSE',
  franchiseeId: number,
  on: string,
): Promise<string[]> {
  const unmet: string[] = [];
  for (const check of centreChecks(at)) {
    const text = await check.unmet(db, franchiseeId, on);
    if (text !== null) unmet.push(text);
  }
  return unmet;
}

/** Refuses 409 with the whole list of what is missing. */
export function ensureNothing(unmet: readonly string[]): void {
  if (unmet.length > 0) throw refuse('franchisee.not-ready', { details: { unmet: `${unmet.join(', ')}.` } });
}
