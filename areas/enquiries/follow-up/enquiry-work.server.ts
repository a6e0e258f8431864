// The tabs of the working screen: messages, seats, consents of one enquiry.
import { maskEmail } from '@aangan/contract/email.ts';
import { maskPhone } from '@aangan/contract/phone.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import {
  consentsOf,
  mayContact,
  messagesOfEnquiry,
  previewMessages,
  waysOf,
} from '../../communication/public.server.ts';
import { refuseEnquiry } from '../enquiries.refusals.ts';
import { enquiryRecipients } from '../enquiry/enquiry-recipients.server.ts';
import { blockedOf, chosenText, NO_DLT, textsFor } from '../messages/message-texts.server.ts';
import { makesSense, queueReady, readyValues } from '../messages/ready-messages.server.ts';
import { enquiryWorkContract } from './enquiry-work.contract.ts';

const COLUMNS = [
  'franchisee_id',
  'id',
  'household_id',
  'academic_year_id',
  'class_id',
  'spanco_status',
  'stage_code',
  'appointment_at',
  'counselled_at',
  'child_first_name',
  'guardian_name',
] as const;

const enquiryOf = async (db: Db, id: string) =>
  ensureFound(
    await db
      .selectFrom('enquiry')
      .select([...COLUMNS])
      .where('id', '=', id)
      .where('erased_at', 'is', null)
      .executeTakeFirst(),
  );

export const enquiryMessages = handle(enquiryWorkContract.messages, async ({ db, input, now, ports }) => {
  const row = await enquiryOf(db, input.enquiryId);
  const [person] = await enquiryRecipients(db, [row.id], row.franchisee_id, 'enquiry');
  const where = { franchiseeId: row.franchisee_id, config: ports.config };
  const found = person ? ((await waysOf(db, where, [person])).get(person.id) ?? []) : [];
  const ways = found.map(({ channel, address, closed }) => ({
    channel,
    to: channel === 'EMAIL' ? maskEmail(address) : maskPhone(address),
    allowed: closed === null,
    closed,
  }));
  const values = (await readyValues(db, row.franchisee_id))(row);
  const templates = [];
  for (const chosen of await textsFor(db, row.franchisee_id)) {
    if (!makesSense(row, chosen, now)) continue;
    const channel = ways.find((way) => way.allowed && chosen.channels.includes(way.channel))?.channel ?? null;
    const [text] = await previewMessages(db, {
      kind: chosen.kind,
      franchiseeId: row.franchisee_id,
      ...(chosen.own ? { own: chosen.own } : {}),
      people: [
        {
          channel: channel ?? 'SMS',
          language: person?.language ?? 'en',
          name: person?.name ?? '',
          values,
        },
      ],
    });
    const blocked = blockedOf(chosen) ?? (channel === null ? (chosen.noDlt ? NO_DLT : NOT_THIS_WAY) : null);
    const { key, label } = chosen;
    if (text) templates.push({ key, label, own: chosen.own !== null, text, channel, blocked });
  }
  return {
    ways,
    templates,
    sent: await messagesOfEnquiry(db, { franchiseeId: row.franchisee_id, enquiryId: row.id }),
  };
});

const NOT_THIS_WAY = 'The family did not agree to this way';

export const sendEnquiryMessage = handle(enquiryWorkContract.sendMessage, async ({ db, input, now }) => {
  const row = await enquiryOf(db, input.enquiryId);
  const chosen = await chosenText(db, row.franchisee_id, input.template);
  if (!makesSense(row, chosen, now)) throw refuseEnquiry('appointment.none');
  if (!chosen.channels.includes(input.channel))
    throw refuseEnquiry(
      chosen.noDlt && input.channel === 'SMS' ? 'enquiry-message.no-dlt' : 'enquiry-message.not-this-way',
    );
  const asked = {
    franchiseeId: row.franchisee_id,
    personKind: 'HOUSEHOLD',
    personId: row.household_id,
    channel: input.channel,
  } as const;
  if (!(await mayContact(db, asked)).ok) throw refuseEnquiry('follow-up.no-consent');
  const queued = await queueReady(db, chosen, {
    row,
    values: (await readyValues(db, row.franchisee_id))(row),
    channel: input.channel,
    now,
    source: { kind: 'enquiry', id: row.id },
  });
  return { queued };
});

export const enquiryConsents = handle(enquiryWorkContract.consents, async ({ db, input }) => {
  const row = await enquiryOf(db, input.enquiryId);
  const { do_not_call } = await db
    .selectFrom('enquiry_household')
    .select('do_not_call')
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.household_id)
    .executeTakeFirstOrThrow();
  return {
    doNotCall: do_not_call,
    rows: await consentsOf(db, {
      franchiseeId: row.franchisee_id,
      subjectKind: 'HOUSEHOLD',
      subjectId: row.household_id,
    }),
  };
});
