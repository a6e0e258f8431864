import { formatTime, todayIst } from '@aangan/contract/period.ts';
import { personName } from '@aangan/server/sql.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { queueMessage } from '../../communication/public.server.ts';
import { holdsOn } from '../allocation/allocation-sql.server.ts';
import type { SnapshotParameter } from '../catalogue/snapshot.ts';
import { viewPath } from '../view/audit-paths.ts';
import type { AuditRow } from './audit-row.server.ts';

/**
 * The zone manager and the academic manager of the centre hear of a critical failure while the auditor is still there; once for a
 * question, however often its answer is sent.
 */
export async function tellCritical(
  db: Db,
  row: AuditRow,
  failed: readonly SnapshotParameter[],
  now: Date,
): Promise<void> {
  if (failed.length === 0 || row.mode === 'SELF') return;
  const userIds = (await managersOf(db, row.franchisee_id, now)).filter((id) => id !== row.auditor_id);
  if (userIds.length === 0) return;
  const { rows } = await sql<{ centre: string; auditor: string; family: string }>`
    select f.company_name as centre, ${personName('u')} as auditor, t.family from franchisee f, app_user u, audit_type t
     where f.id = ${row.franchisee_id} and u.id = ${row.auditor_id} and t.id = ${row.type_id}`.execute(db);
  const { centre = '', auditor = '', family = '' } = rows[0] ?? {};
  for (const { id, question } of failed)
    await queueMessage(db, {
      kind: 'audits.critical',
      franchiseeId: row.franchisee_id,
      about: { userIds },
      values: { centre, question, auditor, time: formatTime(now) },
      appLink: viewPath(family, row.id),
      dedupeKey: `${row.id}:${id}`,
      source: { kind: 'audit', id: row.id },
    });
}

/** Zone managers and academic managers of a centre on the day of `now`. */
async function managersOf(db: Db, franchiseeId: number, now: Date): Promise<string[]> {
  const today = sql`${todayIst(now)}::date`;
  const { rows } = await sql<{ id: string }>`
    select z.user_id as id from franchisee f join zone own on own.id = f.zone_id join ams_zm_allocation z on z.zone_id in (own.id, own.parent_id)
     where f.id = ${franchiseeId} and ${holdsOn('z', today)}
    union select a.user_id from ams_centre_allocation c join ams_am_allocation a on a.id = c.am_allocation_id
     where c.franchisee_id = ${franchiseeId} and ${holdsOn('c', today)}`.execute(db);
  return rows.map(({ id }) => id);
}
