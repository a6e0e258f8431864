import { handle } from '@aangan/server/endpoint/handle.ts';
import { cappedCount } from '@aangan/server/record/keyset.ts';
import { holds } from '@aangan/server/work/actor.ts';
import { sql } from 'kysely';
import { systemModules } from '../system-modules.ts';
import { roleChangeContract } from './role-change.contract.ts';
import { roleEffect } from './role-delta.ts';

export const listRoleChanges = handle(roleChangeContract.list, async ({ db, actor, input }) => {
  const total = await cappedCount(
    db,
    sql`select from role_change c where ${input.roleId === undefined ? sql`true` : sql`c.role_id = ${input.roleId}`}
      and ${input.state === undefined ? sql`true` : sql`c.state = ${input.state}`}`,
  );
  const rows = await db
    .selectFrom('role_change as c')
    .innerJoin('role as r', 'r.id', 'c.role_id')
    .innerJoin('app_user as p', 'p.id', 'c.proposed_by')
    .leftJoin('app_user as d', 'd.id', 'c.decided_by')
    .selectAll('c')
    .select([
      'r.role',
      'r.description',
      'r.version as role_version',
      'p.first_name as p1',
      'p.last_name as p2',
      'd.first_name as d1',
      'd.last_name as d2',
    ])
    .$if(input.roleId !== undefined, (qb) => qb.where('c.role_id', '=', input.roleId ?? 0))
    .$if(input.state !== undefined, (qb) => qb.where('c.state', '=', input.state ?? 'PENDING'))
    .orderBy('c.created_at', 'desc')
    .orderBy('c.id')
    .limit(input.limit)
    .execute();
  const change = holds(actor, systemModules.System, true);
  return {
    total,
    rows: rows.map((row) => {
      const open = row.state === 'PENDING' || row.state === 'STALE';
      const outdated = open && row.base_version !== row.role_version;
      const own = row.proposed_by === actor.userId;
      return {
        id: row.id,
        roleId: row.role_id,
        role: row.role,
        roleDescription: row.description,
        state: row.state,
        effect: roleEffect.parse(row.effect),
        reason: row.reason,
        proposedBy: `${row.p1} ${row.p2}`.trim(),
        at: row.created_at,
        decidedBy: row.d1 === null ? null : `${row.d1} ${row.d2 ?? ''}`.trim(),
        decidedAt: row.decided_at,
        decisionReason: row.decision_reason,
        outdated,
        can: {
          approve: change && row.state === 'PENDING' && !own && !outdated,
          reject: change && open,
          rebase: change && own && (row.state === 'STALE' || outdated),
        },
      };
    }),
  };
});
