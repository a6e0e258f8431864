import { Refusal } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { holds } from '@aangan/server/work/actor.ts';
import { ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { centreLabel, personName } from '../place-words.server.ts';
import { inNetwork, type RoleCall } from '../role/submit-role-change.server.ts';
import { SUPER_LEVEL, systemModules } from '../system-modules.ts';
import { type EmergencyRole, type EmergencyRow, emergencyContract } from './emergency.contract.ts';
import { ensureMayTake } from './take-emergency.server.ts';

type Stored = Omit<EmergencyRow, 'can'>;

export const listEmergencies = handle(emergencyContract.list, (call) =>
  inNetwork(call, () => readEmergencies(call)),
);

async function readEmergencies({ db, actor, now, input }: RoleCall & { input: { limit: number } }) {
  const at = now.toISOString();
  const { rows } = await sql<Stored>`
    select e.id, e.user_id as "userId", ${personName('u')} as name, e.role_id as "roleId", r.description as role,
      ${centreLabel} as centre, e.reason,
      e.taken_at as "takenAt", e.until_at as "untilAt", e.ended_at as "endedAt", e.ended_at is null and e.until_at > ${at} as open,
      array[${personName('a')}, ${personName('b')}] as told,
      (select count(*)::int from record_change j where j.actor = e.user_id::text and j.command like '% emergency:' || e.id || '%') as changes,
      (select count(*)::int from access_log j where j.user_id = e.user_id and j.reason like 'emergency:' || e.id || '%') as reads,
      e.review_due_at as "reviewDueAt", ${personName('v')} as "reviewedBy", e.reviewed_at as "reviewedAt",
      e.finding, e.review_note as "reviewNote", e.reviewed_at is null and e.review_due_at < ${at} as overdue
      from emergency_right e join app_user u on u.id = e.user_id join role r on r.id = e.role_id
      join app_user a on a.id = e.told_first join app_user b on b.id = e.told_second
      left join app_user v on v.id = e.reviewed_by left join franchisee f on f.id = e.franchisee_id
     order by e.taken_at desc, e.id limit ${input.limit}`.execute(db);
  const change = holds(actor, systemModules.System, true);
  const roles = await candidateRoles(db);
  const why = change ? await whyNot(db, userIdOf(actor), { superAdmin: actor.allModules, now }) : null;
  return {
    rows: rows.map((row) => {
      const own = row.userId === actor.userId;
      return {
        ...row,
        can: {
          end: own && row.open,
          review: change && !own && !row.open && row.reviewedAt === null,
        },
      };
    }),
    roles,
    may: {
      take: change && why === null && roles.some((role) => role.listed),
      why,
      list: holds(actor, SUPER_LEVEL, true),
    },
  };
}

async function whyNot(
  db: Db,
  userId: string,
  { superAdmin, now }: { superAdmin: boolean; now: Date },
): Promise<string | null> {
  if (superAdmin) return 'You hold every right already.';
  try {
    await ensureMayTake(db, userId, now);
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

async function candidateRoles(db: Db): Promise<EmergencyRole[]> {
  const rows = await db
    .selectFrom('role as r')
    .leftJoin('emergency_role as e', 'e.role_id', 'r.id')
    .select(['r.id', 'r.role', 'r.description', 'r.reach', 'e.note', 'e.role_id'])
    .where('r.active', '=', true)
    .where('r.all_modules', '=', false)
    .where('r.reach', 'not in', ['FAMILY', 'VENDOR'])
    .orderBy('r.position')
    .orderBy('r.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    role: row.role,
    description: row.description,
    note: row.note,
    listed: row.role_id !== null,
    atCentre: row.reach !== 'NETWORK',
  }));
}

const SHOWN = 500;

export const listEmergencyActs = handle(emergencyContract.acts, (call) =>
  inNetwork(call, () => readActs(call.db, call.input.id)),
);

async function readActs(db: Db, id: string) {
  const right = ensureFound(
    await db.selectFrom('emergency_right').select(['id', 'user_id']).where('id', '=', id).executeTakeFirst(),
  );
  const { rows } = await sql<{
    at: string;
    kind: 'CHANGE' | 'READ';
    what: string;
    about: string;
    centre: string | null;
  }>`select x.at, x.kind, coalesce((select o.summary from operation o where o.name = x.operation), x.operation) as what, x.about,
      ${centreLabel} as centre
    from (select j.at, 'CHANGE' as kind, split_part(j.command, ' ', 1) as operation, replace(j.table_name, '_', ' ') || case j.op when 'I' then ' added' when 'U' then ' changed' else ' removed' end as about, j.franchisee_id
        from record_change j where j.actor = ${right.user_id} and j.command like ${`% emergency:${right.id}%`}
      union all select j.at, 'READ', j.contract, coalesce(j.subject_kind, '') || case when j.n > 1 then ', ' || j.n || ' rows' else '' end, j.franchisee_id
        from access_log j where j.user_id = ${right.user_id}::uuid and j.reason like ${`emergency:${right.id}%`}) x
    left join franchisee f on f.id = x.franchisee_id order by x.at limit ${SHOWN + 1}`.execute(db);
  return { rows: rows.slice(0, SHOWN), more: rows.length > SHOWN };
}
