// Calls to the front desks of Andheri and Baner that nobody took, through the product's own consuming: most were answered
// within the hour, one waits, and one is of a family that is known.
import { consumeCall } from '@aangan/areas/enquiries/calls/consume-call.server.ts';
import { paperOf } from '@aangan/areas/enquiries/intake/lead-paper.ts';
import { TELEPHONY_INBOX } from '@aangan/areas/enquiries/intake/lead-webhooks.server.ts';
import { type IntakeWork, processIntake } from '@aangan/areas/enquiries/intake/process-intake.server.ts';
import { slaTickJob } from '@aangan/areas/enquiries/sla/sla-tick.server.ts';
import { addDays } from '@aangan/contract/period.ts';
import { nameKey } from '@aangan/contract/phone.ts';
import type { Database } from '@aangan/server/postgres/database.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { aad, seal } from '@aangan/server/work/seal.ts';
import type { Client } from 'pg';
import { type Clock, deskTime, soFar } from '../../../db/demo/moment.ts';
import { childName, familyNames } from '../../../db/demo/names.ts';
import { teamAt } from '../../../db/demo/people.ts';
import { ANDHERI, BANER, centreOf } from '../../../db/demo/places.ts';
import { NO_PORTS, work } from '../../../db/demo/product.ts';
import { demoMobile, demoUuid, rngOf } from '../../../db/demo/random.ts';
import { asOwner, insertRows, type Row } from '../../../db/demo/rows.ts';
import { logTalk } from './enquiry-talk.ts';
import { bytes, frontDesks } from './lead-intake.ts';

interface Missed {
  n: number;
  centre: typeof ANDHERI | typeof BANER;
  at: Date;
  /** Absent: nobody has rung back yet. */
  answer?: { at: Date; outcome: string; note: string; nextIn?: number };
  /** Rings from the number of this enquiry. */
  known?: string;
}

/** In the order in which they came. */
function missedCalls(clock: Clock, known: string | undefined): Missed[] {
  const at = (back: number, time: string): Date => deskTime(clock, back, time);
  const calls: Omit<Missed, 'n'>[] = [
    {
      centre: ANDHERI,
      at: at(4, '10:05'),
      answer: {
        at: at(4, '10:27'),
        outcome: 'INTERESTED',
        note: 'Saw the board at the gate, asks for the morning batch.',
        nextIn: 2,
      },
    },
    {
      centre: BANER,
      at: at(3, '09:50'),
      answer: {
        at: at(3, '09:59'),
        outcome: 'INTERESTED',
        note: 'Moves to Baner in a month, wants to visit before.',
        nextIn: 3,
      },
    },
    // After hours: whoever opens the desk rings back first.
    {
      centre: ANDHERI,
      at: at(3, '20:15'),
      answer: {
        at: at(2, '09:41'),
        outcome: 'DETAILS_SHARED',
        note: 'Fee and timings sent, will talk to the father.',
        nextIn: 1,
      },
    },
    {
      centre: ANDHERI,
      at: at(1, '11:30'),
      answer: { at: at(1, '12:05'), outcome: 'NO_ANSWER', note: 'Rang twice.' },
    },
    {
      centre: BANER,
      at: at(1, '15:20'),
      answer: {
        at: at(1, '16:01'),
        outcome: 'DETAILS_SHARED',
        note: 'In a meeting, asked for the brochure and a call after it.',
        nextIn: 2,
      },
    },
    ...(known === undefined ? [] : [{ centre: BANER, at: soFar(clock, 0.6), known } as const]),
    { centre: ANDHERI, at: soFar(clock, 0.98) },
  ];
  return calls.map((call, n) => ({ ...call, n }));
}

export async function writeMissedCalls(client: Client, database: Database, clock: Clock): Promise<void> {
  const { rows } = await client.query<{ phone: string }>(
    // Of one child: of two it could not be told which one the call is about.
    `select phone_norm as phone from enquiry e where franchisee_id = $1 and is_open and stage_code = 'In Conversation' and academic_year_id = 2026
        and phone_norm is not null and last_activity_at < $2::date - 4
        and not exists (select from enquiry o where o.franchisee_id = e.franchisee_id and o.household_id = e.household_id and o.id <> e.id)
      order by captured_at desc, id limit 1`,
    [BANER, clock.today],
  );
  for (const call of missedCalls(clock, rows[0]?.phone)) {
    await ring(client, database, call);
    if (call.answer) await ringBack(client, database, { ...call, answer: call.answer, clock });
  }
}

/** Told by the provider when the ringing ended; the delivery is stored, then consumed as the worker would. */
async function ring(client: Client, database: Database, call: Missed): Promise<void> {
  const phone = call.known ?? demoMobile(48, call.n);
  const sid = demoUuid('missed call', call.n).replaceAll('-', '');
  const eventId = `${frontDesks[call.centre]}:${sid}:MISSED`;
  const from = phone.replace('+91', '0');
  const body = Buffer.from(
    new URLSearchParams({
      CallSid: sid,
      From: from,
      Direction: 'incoming',
      Status: 'no-answer',
    }).toString(),
  );
  const at = call.at.toISOString();
  const inbox: Row = {
    id: demoUuid('missed call inbox', call.n),
    provider: TELEPHONY_INBOX,
    event_id: eventId,
    franchisee_id: call.centre,
    received_at: at,
    content_type: 'application/x-www-form-urlencoded',
    headers: {},
    body: bytes(seal(body, aad('inbox', 'body', null, `${TELEPHONY_INBOX}/${eventId}`))),
    verdict: 'VALID',
    state: 'DONE',
    attempts: 1,
    next_try_at: at,
    processed_at: at,
  };
  // The lead has its row already, so that its enquiry has the same id on every machine.
  const lead: Row = {
    id: leadId(call),
    inbox_id: inbox['id'],
    provider: 'TELEPHONY',
    dedupe_key: sid,
    channel_id: frontDesks[call.centre],
    received_at: at,
    is_test: false,
    verdict: 'VALID',
    state: 'PARSED',
    parsed: paperOf([{ id: 'phone', value: from }]),
    attempts: 0,
  };
  await asOwner(client, async () => {
    await insertRows(client, 'inbox', [inbox]);
    await insertRows(client, 'lead_intake', [lead]);
  });
  const inCentre: IntakeWork['work'] = (franchiseeId, run) =>
    work(database, systemActor(franchiseeId), 'missed-call', run);
  await consumeCall.consume({
    row: { id: String(inbox['id']), eventId, franchiseeId: call.centre, body, headers: {} },
    work: inCentre,
    finish: async () => {},
    now: call.at,
    data: null,
    ports: NO_PORTS,
  });
  // On a busy machine a step may end at its time limit: the sweep takes such a lead again after a minute, here at once.
  for (let tries = 1; (await leadState(client, call)) === 'RETRY' && tries < 5; tries += 1)
    await processIntake({ work: inCentre, now: call.at }, leadId(call));
}

async function leadState(client: Client, call: Missed): Promise<string | undefined> {
  const { rows } = await client.query<{ state: string }>('select state from lead_intake where id = $1', [
    leadId(call),
  ]);
  return rows[0]?.state;
}

/** The minute hand of first answers stands at now: what was answered is measured, what is late has been told. */
export const tickFirstAnswers = (database: Database, { now }: Clock): Promise<unknown> =>
  slaTickJob.run({
    work: (franchiseeId, run) => work(database, systemActor(franchiseeId), 'sla-tick', run),
    now,
    data: null,
    ports: NO_PORTS,
  });

const leadId = (call: Pick<Missed, 'n'>): string => demoUuid('missed call lead', call.n);

/** The owner rings back; who was reached has a name from then on. */
async function ringBack(
  client: Client,
  database: Database,
  { clock, answer, ...call }: Missed & { clock: Clock; answer: NonNullable<Missed['answer']> },
): Promise<void> {
  const { rows } = await client.query<{ id: string | null; owner: string | null; why: string | null }>(
    `select e.id, e.owner_id as owner, coalesce(i.last_error, i.ignore_reason, i.state) as why
       from lead_intake i left join enquiry e on e.franchisee_id = $2 and e.id = i.enquiry_id where i.id = $1`,
    [leadId(call), call.centre],
  );
  const [found] = rows;
  if (!found?.id) throw new Error(`The missed call gave no enquiry: ${found?.why ?? 'no lead'}`);
  const enquiry = { id: found.id, owner: found.owner };
  const { outcome, note, nextIn } = answer;
  await logTalk(database, {
    centre: call.centre,
    enquiryId: enquiry.id,
    by: enquiry.owner ?? teamAt(call.centre).head.id,
    at: answer.at,
    outcome,
    note,
    // Some are due today, some in the days to come.
    ...(nextIn === undefined
      ? {}
      : { nextOn: addDays(clock.today, nextIn - 1), durationS: 60 + 45 * nextIn }),
  });
  if (nextIn !== undefined) await nameFamily(client, call, enquiry.id);
}

async function nameFamily(client: Client, call: Missed, id: string): Promise<void> {
  const rng = rngOf(`missed call ${call.n}`);
  const names = familyNames(rng, centreOf(call.centre).city.mix);
  const gender = rng.chance(0.5) ? 'MALE' : 'FEMALE';
  const first = childName(rng, names.region, gender);
  await asOwner(client, () =>
    client.query(
      `update enquiry set guardian_name = $3, guardian_relation = 'MOTHER', child_first_name = $4, child_last_name = $5, child_name_key = $6, child_gender = $7
        where franchisee_id = $1 and id = $2`,
      [call.centre, id, `${names.mother} ${names.surname}`, first, names.surname, nameKey(first), gender],
    ),
  );
}
