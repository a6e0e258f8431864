// Who is told of a leave: those who keep the attendance of the centre, the person, the substitute. By the bell.
import { formatDate } from '@aangan/contract/period.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import type { RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { usersWith } from '../../network/public.server.ts';
import { notify } from '../../shell/public.server.ts';
import { staffModules } from '../modules.ts';
import { leaveTitles } from './leave.states.ts';
import type { LeaveSpan } from './leave-facts.server.ts';

const spanText = ({ fromOn, toOn }: Pick<LeaveSpan, 'fromOn' | 'toOn'>): string =>
  fromOn === toOn ? formatDate(fromOn) : `${formatDate(fromOn)} to ${formatDate(toOn)}`;

/**
 * Who decides: whoever works at the centre and keeps its attendance; for the head's own leave everybody else who keeps it.
 */
export async function tellDeciders(
  db: Db,
  actor: Actor,
  of: {
    id: string;
    person: { franchisee_id: number; user_id: string | null; name: string };
    type: string;
    span: LeaveSpan;
  },
): Promise<void> {
  const { id, person, type, span } = of;
  for (const user of await decidersOf(db, person, actor))
    await notify(db, {
      userId: user.id,
      kind: 'staff.leave-applied',
      title: `${person.name} asks for leave: ${type}, ${spanText(span)}`,
      link: `/staff/leaveView/${id}`,
      franchiseeId: person.franchisee_id,
      sourceArea: 'staff',
      dedupeKey: `leave-applied:${id}`,
    });
}

async function decidersOf(
  db: Db,
  person: { franchisee_id: number; user_id: string | null },
  actor: Actor,
): Promise<{ id: string }[]> {
  const users = (
    await usersWith(db, {
      franchiseeId: person.franchisee_id,
      module: staffModules.CenterHeadAttendance,
      write: true,
    })
  ).filter((one) => one.id !== actor.userId && one.id !== person.user_id);
  const here = await db
    .selectFrom('staff')
    .select('user_id')
    .where('franchisee_id', '=', person.franchisee_id)
    .where('status', '=', 'APPROVED')
    .execute();
  const local = users.filter(({ id }) => here.some((row) => row.user_id === id));
  return local.length > 0 ? local : users;
}

/** The person, of a decision. */
export async function tellTaker(db: Db, row: RowIn<'leave_request'>): Promise<void> {
  if (row.user_id === null) return;
  await notify(db, {
    userId: row.user_id,
    kind: 'staff.leave-decided',
    title: `Your leave ${spanText({ fromOn: row.from_on, toOn: row.to_on })}: ${leaveTitles[row.status].toLowerCase()}`,
    ...(row.note ? { body: row.note } : {}),
    link: `/staff/leaveView/${row.id}`,
    franchiseeId: row.franchisee_id,
    sourceArea: 'staff',
    dedupeKey: `leave-decided:${row.id}:${row.version}`,
  });
}

/** Who stands in, where the person has a sign-in. */
export async function tellSubstitute(db: Db, row: RowIn<'leave_request'>, name: string): Promise<void> {
  if (row.substitute_id === null) return;
  const substitute = await db
    .selectFrom('staff')
    .select('user_id')
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.substitute_id)
    .executeTakeFirst();
  if (!substitute?.user_id) return;
  await notify(db, {
    userId: substitute.user_id,
    kind: 'staff.leave-substitute',
    title: `You stand in for ${name}, ${spanText({ fromOn: row.from_on, toOn: row.to_on })}`,
    link: '/staff/home',
    franchiseeId: row.franchisee_id,
    sourceArea: 'staff',
    dedupeKey: `leave-substitute:${row.id}`,
  });
}
