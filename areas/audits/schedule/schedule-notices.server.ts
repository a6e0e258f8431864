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

type Told = Pick<VisitRow, 'franchisee_id' | 'id' | 'kind' | 'planned_on' | 'slot'>;

/** The centre's people hear of an approved visit, never of a surprise. */
export async function tellCentre(db: Db, visit: Told, by: string): Promise<void> {
  if (visit.kind === 'SURPRISE') return;
  const on = `${formatDate(visit.planned_on)}, ${slots[visit.slot as Slot].toLowerCase()}`;
  for (const { id } of await usersWith(db, {
    module: m.AuditResponse,
    write: true,
    franchiseeId: visit.franchisee_id,
  }))
    await notify(db, {
      userId: id,
      kind: 'audits.visit-planned',
      title: `${by} will visit on ${on}.`,
      link: '/general-audit/audit',
      franchiseeId: visit.franchisee_id,
      sourceArea: 'audits',
      dedupeKey: `visit-planned:${visit.id}`,
    });
}
