import { randomUUID } from 'node:crypto';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import type { channels } from './enquiry-fields.ts';
import type { Outcome } from './follow-up.contract.ts';

export interface ServiceFollowUp {
  readonly franchiseeId: number;
  /** The service enquiry. */
  readonly subjectId: string;
  readonly channel: (typeof channels)[number];
  readonly outcome: Outcome;
  readonly note: string | null;
  /** The date that had been planned, and the next one. */
  readonly plannedOn: string | null;
  readonly nextOn: string;
  readonly by: string | null;
  readonly now: Date;
}

/** A contact about a service, in the one log of contacts (decision D15). The services area keeps the next date itself. */
export async function recordFollowUp(db: Db, contact: ServiceFollowUp): Promise<void> {
  await db
    .insertInto('follow_up')
    .values({
      franchisee_id: contact.franchiseeId,
      id: randomUUID(),
      type: 'service',
      subject_id: contact.subjectId,
      at: contact.now.toISOString(),
      by: contact.by,
      channel: contact.channel,
      outcome: contact.outcome,
      note: contact.note,
      planned_on: contact.plannedOn,
      next_on: contact.nextOn,
    })
    .execute();
}
