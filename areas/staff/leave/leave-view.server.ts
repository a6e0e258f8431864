// One request, as its person and whoever decides see it.
import { actionsFrom } from '@aangan/contract/states.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { fileUrl } from '@aangan/server/files/files.ts';
import { personName } from '@aangan/server/sql.ts';
import { type Actor, mayCall } from '@aangan/server/work/actor.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { ensureOwnOrKeeper } from '../own-rows.server.ts';
import { leaveContract } from './leave.contract.ts';
import { type LeaveStatus, leaveStates } from './leave.states.ts';
import type { CountedHalf, HalfOfDay } from './leave-count.ts';
import { balanceOf, freeSubstitutes, shortagesOf } from './leave-facts.server.ts';

interface Found {
  id: string;
  franchisee_id: number;
  version: number;
  user_id: string | null;
  staffId: string;
  name: string;
  employeeCode: string;
  typeId: string;
  type: string;
  typeName: string;
  negativeHalves: number;
  fromOn: string;
  fromHalf: HalfOfDay;
  toOn: string;
  toHalf: HalfOfDay;
  halves: number;
  reason: string;
  fileId: string | null;
  fileName: string | null;
  substitute: string | null;
  status: LeaveStatus;
  note: string | null;
  decidedBy: string | null;
  decidedAt: string | null;
  appliedAt: string;
}

async function requestOf(db: Db, id: string): Promise<Found> {
  const { rows } = await sql<Found>`
    select r.id, r.franchisee_id, r.version, r.user_id, r.staff_id as "staffId", s.name, s.employee_code as "employeeCode",
      t.id as "typeId", t.code as type, t.name as "typeName", t.negative_halves as "negativeHalves", r.from_on as "fromOn", r.from_half as "fromHalf",
      r.to_on as "toOn", r.to_half as "toHalf", r.halves, r.reason, f.id as "fileId", f.name as "fileName", b.name as substitute, r.status, r.note,
      ${personName('u')} as "decidedBy", r.decided_at as "decidedAt", r.created_at as "appliedAt"
      from leave_request r join staff s on s.franchisee_id = r.franchisee_id and s.id = r.staff_id join leave_type t on t.id = r.type_id
      left join staff b on b.franchisee_id = r.franchisee_id and b.id = r.substitute_id left join app_user u on u.id = r.decided_by
      left join file f on f.franchisee_id = r.franchisee_id and f.id = r.file_id
     where r.id = ${id}`.execute(db);
  return ensureFound(rows[0]);
}

/** The next one that waits, oldest first, for who decides. */
async function nextWaiting(db: Db, actor: Actor, row: Found): Promise<string | null> {
  const next = await db
    .selectFrom('leave_request')
    .select('id')
    .where('franchisee_id', '=', row.franchisee_id)
    .where('status', 'in', ['APPLIED', 'CANCEL_ASKED'])
    .where('id', '<>', row.id)
    .where((on) => on.or([on('user_id', 'is', null), on('user_id', '<>', actor.userId ?? '')]))
    .orderBy('created_at')
    .orderBy('id')
    .executeTakeFirst();
  return next?.id ?? null;
}

export const getLeave = handle(leaveContract.get, async ({ db, actor, input, now }) => {
  const found = await requestOf(db, input.id);
  ensureOwnOrKeeper(actor, found);
  const { franchisee_id, user_id, typeId, negativeHalves, fileId, fileName, ...row } = found;
  const who = { franchiseeId: franchisee_id, staffId: row.staffId };
  const { rows: halves } = await sql<CountedHalf>`
    select day, half, counted, why as off from leave_request_half where franchisee_id = ${franchisee_id} and request_id = ${row.id}
     order by day, half desc`.execute(db);
  const steps = new Set<string>(actionsFrom(leaveStates, row.status));
  const own = user_id !== null && user_id === actor.userId;
  const decides = !own && mayCall(actor, leaveContract.approve);
  const waits = steps.has('approve') && decides;
  return {
    ...row,
    file:
      fileId && fileName
        ? { name: fileName, url: `${fileUrl({ franchiseeId: franchisee_id, fileId }, now)}&inline=1` }
        : null,
    lines: halves,
    balance: await balanceOf(db, who, { typeId, negativeHalves, on: row.fromOn, but: row.id }),
    shortages: steps.has('approve') ? await shortagesOf(db, who, halves) : [],
    substitutes: waits ? await freeSubstitutes(db, who, row) : [],
    nextId: decides ? await nextWaiting(db, actor, found) : null,
    can: {
      approve: waits,
      reject: waits,
      decideCancel: decides && steps.has('allow-cancel'),
      withdraw: own && steps.has('withdraw') && mayCall(actor, leaveContract.withdraw),
      cancel: own && steps.has('cancel') && mayCall(actor, leaveContract.cancel),
    },
  };
});
