import { formatDate } from '@aangan/contract/period.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { queueMessage } from '../../communication/public.server.ts';
import { notify } from '../../shell/public.server.ts';
import { whereText } from './user-list.server.ts';

/** A line in the person's bell and a letter: what they hold now, or no longer. */
export async function tellRole(db: Db, grantId: string, what: 'given' | 'ended'): Promise<void> {
  const { rows } = await sql<{
    user_id: string;
    role: string;
    scope: string;
    to_on: string | null;
    zone: string | null;
    centre: number | null;
    company_name: string | null;
    home: number;
  }>`select g.user_id, u.franchisee_id as home, r.description as role, g.scope, g.to_on, z.name as zone, f.id as centre, f.company_name
       from user_role g join app_user u on u.id = g.user_id join role r on r.id = g.role_id left join zone z on z.id = g.zone_id left join franchisee f on f.id = g.franchisee_id where g.id = ${grantId}`.execute(
    db,
  );
  const row = rows[0];
  if (!row) return;
  const where =
    row.scope === 'NETWORK'
      ? 'in the whole network'
      : `${row.scope === 'ZONE' ? 'in' : 'at'} ${whereText(row)}`;
  const until = row.to_on === null ? '' : ` until ${formatDate(row.to_on)}`;
  await notify(db, {
    userId: row.user_id,
    kind: `network.role-${what}`,
    title:
      what === 'given' ? `You now have ${row.role} ${where}${until}.` : `Your ${row.role} ${where} ended.`,
    sourceArea: 'network',
    dedupeKey: `grant:${grantId}:${what}`,
  });
  await queueMessage(db, {
    kind: `network.role-${what}`,
    franchiseeId: row.centre ?? row.home,
    about: { userIds: [row.user_id] },
    values: { role: row.role, where: what === 'given' ? `${where}${until}` : where },
    dedupeKey: grantId,
    source: { kind: 'USER', id: row.user_id },
  });
}
