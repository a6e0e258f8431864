import { addDays } from '@aangan/contract/period.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { queueMessage } from '../../communication/public.server.ts';
import type { Assignment } from './assignment-row.server.ts';
import type { Enquiry } from './service-choice.server.ts';

interface FamilyMessage {
  kind:
    | 'services.quote'
    | 'services.approved'
    | 'services.active'
    | 'services.hold-ending'
    | 'services.paused'
    | 'services.stopped'
    | 'services.waitlist-offer';
  values: Readonly<Record<string, string | number>>;
  /** The same key is sent once for an enquiry. */
  key: string;
  /** With a link to what is open of this service. */
  payLink?: { feeAssignmentId: string; until: Date };
}

/** A link that works as long as the seat is held. */
export const payLinkOf = (row: Pick<Assignment, 'fee_assignment_id'>, until: string) => ({
  feeAssignmentId: row.fee_assignment_id,
  until: new Date(`${addDays(until, 1)}T00:00:00+05:30`),
});

/** The guardians of an enrolled child, else the contact of the enquiry. */
export const tellFamily = (db: Db, enquiry: Enquiry, message: FamilyMessage): Promise<boolean> =>
  queueMessage(db, {
    kind: message.kind,
    franchiseeId: enquiry.franchisee_id,
    about: enquiry.student_id
      ? { studentIds: [enquiry.student_id] }
      : {
          address: {
            mobile: enquiry.mobile,
            ...(enquiry.email ? { email: enquiry.email } : {}),
            name: enquiry.guardian_name,
          },
        },
    values: { child: enquiry.child_name.split(' ')[0] ?? '', ...message.values },
    ...(message.payLink
      ? {
          link: {
            purpose: 'pay.service',
            subjectId: message.payLink.feeAssignmentId,
            expiresAt: message.payLink.until,
          },
        }
      : {}),
    dedupeKey: `${enquiry.id}:${message.key}`,
    source: { kind: 'service-enquiry', id: enquiry.id },
  });
