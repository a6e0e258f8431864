// What follows from an arrival for the parent: the consents are recorded, and whoever agreed to messages is answered.
import { todayIst } from '@aangan/contract/period.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type ConsentAnswer, queueMessage, recordConsent } from '../../communication/public.server.ts';
import { visitLink } from '../appointments/visit-messages.ts';
import type { CaptureContext, CapturedEnquiry, CaptureFamily } from './capture-types.ts';

const PURPOSES = { whatsapp: 'MESSAGES_WHATSAPP', sms: 'MESSAGES_SMS', email: 'MESSAGES_EMAIL' } as const;

/** Records every yes (an empty box takes nothing back) and queues the acknowledgement, once for an enquiry and cycle. */
export async function acknowledge(
  db: Db,
  context: CaptureContext,
  family: CaptureFamily,
  captured: readonly CapturedEnquiry[],
): Promise<void> {
  const [first] = captured;
  const { consents } = family;
  if (!first || !consents) return;
  const { language, textVersion } = consents;
  const yes = (purpose: ConsentAnswer['purpose']): ConsentAnswer => ({
    purpose,
    answer: 'YES',
    textVersion,
    language,
  });
  const agreed = ([...Object.keys(PURPOSES)] as (keyof typeof PURPOSES)[])
    .filter((channel) => consents[channel])
    .map((channel) => yes(PURPOSES[channel]));
  const answers = context.via === 'INTAKE' ? [...agreed, yes('ADULT_DECLARATION')] : agreed;
  if (answers.length > 0) {
    await recordConsent(db, {
      franchiseeId: context.franchiseeId,
      subjectKind: 'HOUSEHOLD',
      subjectId: first.householdId,
      method: context.via === 'INTAKE' ? 'PUBLIC_FORM' : 'CENTRE_DESK',
      answers,
      ...(context.by ? { verifiedBy: context.by } : {}),
    });
  }
  if (agreed.length > 0 && first.verdict !== 'REPLAY') await queueAck(db, context, first);
}

async function queueAck(
  db: Db,
  { franchiseeId, now }: CaptureContext,
  captured: CapturedEnquiry,
): Promise<void> {
  const centre = await db
    .selectFrom('franchisee as f')
    .leftJoin('brand as b', 'b.id', 'f.brand_id')
    .select(['f.company_name', 'b.name as brand'])
    .where('f.id', '=', franchiseeId)
    .executeTakeFirst();
  await queueMessage(db, {
    kind: 'enquiries.ack',
    franchiseeId,
    about: { enquiryId: captured.id },
    values: {
      brand: centre?.brand ?? '',
      centre: centre?.company_name ?? '',
      when: captured.nextFollowUpOn ?? todayIst(now),
    },
    link: visitLink(captured.id),
    dedupeKey: captured.id,
    source: { kind: 'enquiry', id: captured.id },
  });
}
