// The tabs of the working screen: messages, seats, consents of one enquiry.
import { formatTime, todayIst } from '@aangan/contract/period.ts';
import { maskPhone } from '@aangan/contract/phone.ts';
import { ensureFound } from '@aangan/server/ensure.ts';
import { handle } from '@aangan/server/handle.ts';
import type { Db } from '@aangan/server/unit-of-work.ts';
import { classes } from '../../academics/public.server.ts';
import { seatsLeft } from '../../admissions/public.server.ts';
import {
  consentsOf,
  mayContact,
  messagesOfEnquiry,
  queueMessage,
} from '../../communication/public.server.ts';
import { centreValues } from '../appointments/tell-visit.server.ts';
import { visitMessages } from '../appointments/visit-messages.ts';
import { refuseEnquiry } from '../enquiries.refusals.ts';
import { enquiryRecipients } from '../enquiry/offered.server.ts';
import { enquiryWorkContract, templateKeys } from './enquiry-work.contract.ts';

const COLUMNS = [
  'franchisee_id',
  'id',
  'household_id',
  'academic_year_id',
  'class_id',
  'stage_code',
  'appointment_at',
  'counselled_at',
  'child_first_name',
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
type Row = Awaited<ReturnType<typeof enquiryOf>>;
type Template = (typeof templateKeys)[number];

const labels: Readonly<Record<Template, string>> = {
  'enquiries.could-not-reach': 'We tried to call',
  'enquiries.details': 'After a talk',
  'enquiries.visit': 'Time of the visit',
  'enquiries.thanks': 'Thanks for the visit',
};

/** A message about a visit makes sense only when there is one. */
function offered(row: Row, now: Date): Template[] {
  const ahead =
    row.stage_code === 'Appointment Fixed' &&
    row.appointment_at !== null &&
    new Date(row.appointment_at) > now;
  return templateKeys.filter((key) =>
    key === 'enquiries.visit' ? ahead : key === 'enquiries.thanks' ? row.counselled_at !== null : true,
  );
}

async function valuesOf(db: Db, row: Row): Promise<Record<string, string>> {
  const name = (await classes(db)).find((one) => one.id === row.class_id)?.name ?? 'our classes';
  return {
    ...(await centreValues(db, row.franchisee_id)),
    child: row.child_first_name ?? 'your child',
    class: name,
    ...(row.appointment_at
      ? { date: todayIst(row.appointment_at), time: formatTime(row.appointment_at) }
      : {}),
  };
}

export const enquiryMessages = handle(enquiryWorkContract.messages, async ({ db, input, now }) => {
  const row = await enquiryOf(db, input.enquiryId);
  const [person] = await enquiryRecipients(db, [row.id], row.franchisee_id, 'enquiry');
  const ways = [];
  for (const channel of ['SMS', 'EMAIL'] as const) {
    const address = channel === 'SMS' ? person?.mobile : person?.email;
    if (!address) continue;
    const { ok } = await mayContact(db, contactOf(row, channel));
    ways.push({ channel, to: channel === 'SMS' ? maskPhone(address) : hidden(address), allowed: ok });
  }
  const brand = await brandOf(db, row.franchisee_id);
  const values: Record<string, string> = { ...(await valuesOf(db, row)), brand };
  return {
    ways,
    templates: offered(row, now).map((key) => ({
      key,
      label: labels[key],
      text: (visitMessages.find((one) => one.key === key)?.en ?? '').replace(
        /\{(\w+)\}/g,
        (whole, variable: string) => values[variable] ?? whole,
      ),
    })),
    sent: await messagesOfEnquiry(db, { franchiseeId: row.franchisee_id, enquiryId: row.id }),
  };
});

const contactOf = (row: Row, channel: 'SMS' | 'EMAIL') =>
  ({
    franchiseeId: row.franchisee_id,
    personKind: 'HOUSEHOLD',
    personId: row.household_id,
    channel,
  }) as const;

const hidden = (email: string): string => `${email.slice(0, 1)}•••@${email.split('@')[1] ?? ''}`;

const brandOf = async (db: Db, franchiseeId: number): Promise<string> =>
  (
    await db
      .selectFrom('franchisee as f')
      .leftJoin('brand as b', 'b.id', 'f.brand_id')
      .select('b.name')
      .where('f.id', '=', franchiseeId)
      .executeTakeFirst()
  )?.name ?? '';

export const sendEnquiryMessage = handle(enquiryWorkContract.sendMessage, async ({ db, input, now }) => {
  const row = await enquiryOf(db, input.enquiryId);
  if (!offered(row, now).includes(input.template)) throw refuseEnquiry('appointment.none');
  if (!(await mayContact(db, contactOf(row, input.channel))).ok) throw refuseEnquiry('follow-up.no-consent');
  const queued = await queueMessage(db, {
    kind: input.template,
    franchiseeId: row.franchisee_id,
    about: { enquiryId: row.id },
    values: await valuesOf(db, row),
    channel: input.channel,
    dedupeKey: `${row.id}:${input.channel}:${todayIst(now)}`,
    source: { kind: 'enquiry', id: row.id },
  });
  return { queued };
});

export const enquirySeats = handle(enquiryWorkContract.seats, async ({ db, input, now }) => {
  const row = await enquiryOf(db, input.enquiryId);
  const left = await seatsLeft(db, { franchiseeId: row.franchisee_id, yearId: row.academic_year_id }, now);
  return {
    rows: (await classes(db)).flatMap((one) => {
      const seats = left.get(one.id);
      return seats === undefined
        ? []
        : [{ classId: one.id, className: one.name, left: seats, wished: one.id === row.class_id }];
    }),
  };
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
