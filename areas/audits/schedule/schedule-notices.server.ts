import { formatDate, todayIst } from '@aangan/contract/period.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { usersWith } from '../../network/public.server.ts';
import { notify } from '../../shell/public.server.ts';
import { holdsOn } from '../allocation/allocation-sql.server.ts';
import { auditsModules as m } from '../modules.ts';
import type { VisitRow } from './schedule-row.server.ts';
import { type Slot, slots } from './visit.states.ts';

/** Who is zone manager of a zone, or of the one above it, today. */
export async function zoneManagersOf(db: Db, zoneId: number, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct z.user_id as id from zone own join ams_zm_allocation z on z.zone_id in (own.id, own.parent_id)
     where own.id = ${zoneId} and ${holdsOn('z', sql`${todayIst(now)}::date`)}`.execute(db);
  return rows.map(({ id }) => id);
}

type Told = Pick<VisitRow, 'franchisee_id' | 'id' | 'version' | 'kind' | 'planned_on' | 'slot'>;

/** Day and time of a visit in words. */
export const whenOf = ({ planned_on, slot }: Pick<Told, 'planned_on' | 'slot'>): string =>
  `${formatDate(planned_on)}, ${slots[slot as Slot].toLowerCase()}`;

interface Telling {
  readonly what: string;
  readonly title: string;
}
const notice = (visit: Told, userId: string, { what, title }: Telling, link: string) => ({
  userId,
  kind: `audits.${what}` as const,
  title: title.slice(0, 120),
  link,
  franchiseeId: visit.franchisee_id,
  sourceArea: 'audits',
  dedupeKey: `${what}:${visit.id}:${visit.version}`,
});

/** The centre's people, of a visit that it knows of; never of a surprise. */
async function tellCentrePeople(db: Db, visit: Told, telling: Telling): Promise<void> {
  if (visit.kind === 'SURPRISE') return;
  for (const { id } of await usersWith(db, {
    module: m.AuditResponse,
    write: true,
    franchiseeId: visit.franchisee_id,
  }))
    await notify(db, notice(visit, id, telling, '/general-audit/audit'));
}

/** The centre's people hear of an approved visit. */
export const tellCentre = (db: Db, visit: Told, by: string): Promise<void> =>
  tellCentrePeople(db, visit, { what: 'visit-planned', title: `${by} will visit on ${whenOf(visit)}.` });

/** And of what becomes of it. */
export const tellCentreOfStep = (db: Db, visit: Told, title: string): Promise<void> =>
  tellCentrePeople(db, visit, { what: 'visit-changed', title });

/** The academic manager who makes the visit. */
export const tellManager = (db: Db, visit: Told, am: { user_id: string }, telling: Telling) =>
  notify(db, notice(visit, am.user_id, telling, '/ams/ams-visit-schedule'));

/** The zone managers of whoever makes the visit. */
export async function tellZone(
  db: Db,
  visit: Told,
  am: { zone_id: number },
  { link, now, ...telling }: Telling & { link: string; now: Date },
): Promise<void> {
  for (const userId of await zoneManagersOf(db, am.zone_id, now))
    await notify(db, notice(visit, userId, telling, link));
}
