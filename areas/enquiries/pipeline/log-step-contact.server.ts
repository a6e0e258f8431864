import { randomUUID } from 'node:crypto';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import type { EnquiryData } from '../enquiry/move-stage.server.ts';
import type { NextStep } from './next-steps.ts';
import type { StepData } from './step-needs.server.ts';

/** The contact that a step stands on becomes a line of the follow-ups, as if it had been logged first. */
export async function logStepContact(
  db: Db,
  row: EnquiryData,
  done: { step: NextStep; data: StepData; by: string | null; now: Date; nextOn: string | null },
): Promise<void> {
  const { step, data } = done;
  if (!data.contact) return;
  const met = step.status === 'Approach' || step.action.startsWith('counsel');
  await db
    .insertInto('follow_up')
    .values({
      franchisee_id: row.franchisee_id,
      id: randomUUID(),
      subject_id: row.id,
      cycle: row.cycle,
      at: done.now.toISOString(),
      by: done.by,
      channel: data.contact,
      // Whoever stands at the desk came by themselves.
      direction: data.contact === 'VISIT' ? 'IN' : 'OUT',
      outcome: met ? 'COUNSELLED' : data.interested ? 'INTERESTED' : 'DETAILS_SHARED',
      note: data.note ?? null,
      planned_on: row.next_follow_up_on,
      next_on: done.nextOn,
    })
    .execute();
}
