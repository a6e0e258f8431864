// A child leaves: its services end with it, what has not begun is taken back, and its seats are free.
import type { Day } from '@aangan/contract/period.ts';
import { lockRow, moveStatus } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { endServicePlan } from '../../finance/public.server.ts';
import { endTransport } from '../../transport/public.server.ts';
import {
  type Assignment,
  leaveWaitList,
  moveAssignment,
  moveEnquiry,
  openAssignment,
} from './assignment-row.server.ts';

/**
 * Ends all of a child at the centre of its enrolment after the day `on`; asked for again it finds nothing. What is paid
 * stays on its lines and is settled with the rest of the account. Before any lock of finance (areas/services.md 3).
 */
export async function endServices(
  db: Db,
  { enrolmentId, on, reason }: { enrolmentId: string; on: Day; reason: string },
): Promise<{ ended: number }> {
  const enquiries = await db
    .selectFrom('service_enquiry as q')
    .innerJoin('enrolment as e', (join) =>
      join.onRef('e.franchisee_id', '=', 'q.franchisee_id').onRef('e.student_id', '=', 'q.student_id'),
    )
    .select('q.id')
    .where('e.id', '=', enrolmentId)
    .where('q.status', 'not in', ['ENDED', 'LOST'])
    .orderBy('q.id')
    .execute();
  for (const { id } of enquiries) {
    const enquiry = await lockRow(db, 'service_enquiry', id);
    const row = await openAssignment(db, enquiry);
    if (row) await endAssignment(db, row, { on, reason });
    await leaveWaitList(db, enquiry, 'LEFT');
    if (enquiry.status === 'ACTIVE')
      await moveStatus(db, { ...moveEnquiry, row: enquiry, action: 'end', reason });
    else
      await moveStatus(db, {
        ...moveEnquiry,
        row: enquiry,
        action: 'lose',
        reason,
        set: { lost_reason: 'NOT_NEEDED' },
      });
  }
  return { ended: enquiries.length };
}

async function endAssignment(
  db: Db,
  row: Assignment,
  { on, reason }: { on: Day; reason: string },
): Promise<void> {
  await endServicePlan(db, {
    franchiseeId: row.franchisee_id,
    assignmentId: row.fee_assignment_id,
    on,
    reason,
  });
  if (row.status !== 'ACTIVE') {
    await moveStatus(db, { ...moveAssignment, row, action: 'cancel', reason });
    await endTransport(db, { serviceAssignmentId: row.id, on, reason });
    return;
  }
  const last = on < row.starts_on ? row.starts_on : on;
  await moveStatus(db, {
    ...moveAssignment,
    row,
    action: 'end',
    reason,
    set: last < row.ends_on ? { ends_on: last } : {},
  });
  await endTransport(db, { serviceAssignmentId: row.id, on: last, reason });
  await db
    .updateTable('service_pause')
    .set({ status: 'REJECTED', decision_note: 'The child leaves' })
    .where('franchisee_id', '=', row.franchisee_id)
    .where('service_assignment_id', '=', row.id)
    .where('status', '=', 'PENDING')
    .execute();
}
