// The calls a counsellor made to each family of the demo, as plain rows.
import { type Stage, statusOfStage } from '@aangan/areas/enquiries/enquiry/enquiry.states.ts';
import { addDays, type Day, daysBetween } from '@aangan/contract/period.ts';
import { istText } from '../../../db/demo/moment.ts';
import { teamAt } from '../../../db/demo/people.ts';
import type { Centre } from '../../../db/demo/places.ts';
import { demoUuid, type Rng, rngOf } from '../../../db/demo/random.ts';
import type { Row } from '../../../db/demo/rows.ts';
import { firstCallAt } from './enquiry-allocation.ts';
import { type DemoEnquiry, DIGITAL, doneBy } from './enquiry-story.ts';

export type Call = Row & { at: string; outcome: string; note: string | null };

const NOTES = [
  'Asked for the timings and the fee.',
  'Wants to see the classroom on a Saturday.',
  'Grandmother picks up, needs the school before noon.',
  'Compares with a school near the office.',
  'Elder cousin studies with us.',
  'Prefers a message before a call.',
];

export function callsOf(rng: Rng, centre: Centre, e: DemoEnquiry, today: Day): Call[] {
  const span = daysBetween(e.capturedOn, e.lastOn);
  const count =
    e.stage === 'Yet_to_call'
      ? span > 0 && rng.chance(0.4)
        ? 1
        : 0
      : Math.min(Math.max(1, span), rng.int(1, 5));
  const plannedOn = (i: number): Day =>
    count === 1 ? e.lastOn : addDays(e.capturedOn, Math.floor((span * i) / (count - 1)));
  return Array.from({ length: count }, (_, i): Call[] => {
    const planned = plannedOn(i);
    const on = doneBy(planned, { capturedOn: e.capturedOn, today });
    const next = i === count - 1 ? e.nextOn : plannedOn(i + 1);
    const outcome =
      i === count - 1
        ? lastOutcome(rng, e.stage)
        : rng.weighted({ NO_ANSWER: 34, BUSY: 10, CALL_BACK: 16, DETAILS_SHARED: 16, INTERESTED: 24 });
    const usual =
      planned === today
        ? lateCallAt(e, { on, alone: i === 0 || plannedOn(i - 1) < on })
        : i === 0 && on === e.capturedOn && DIGITAL.has(e.source)
          ? firstCallAt(e, today)
          : `${on}T${on === e.capturedOn ? 18 : rng.int(10, 17)}:${rng.int(10, 59)}:30+05:30`;
    const at = usual > e.capturedAt ? usual : afterArrival(e, i);
    const call = {
      franchisee_id: centre.id,
      id: demoUuid('follow-up', e.id, i),
      subject_id: e.id,
      by: teamAt(centre.id).counsellors[0]?.id ?? null,
      channel: outcome === 'COUNSELLED' ? 'VISIT' : rng.weighted({ CALL: 78, WHATSAPP: 22 }),
      outcome,
      note: rng.chance(0.5) ? rng.pick(NOTES) : null,
      duration_s: outcome === 'NO_ANSWER' || outcome === 'BUSY' ? null : rng.int(40, 420),
      planned_on: on,
      next_on: next,
    };
    return at === null ? [] : [{ ...call, at }];
  })
    .flat()
    .sort((a, b) => (a.at < b.at ? -1 : 1));
}

/** Yesterday afternoon, for what would be today's; after other calls of that day, if there were any. */
function lateCallAt(e: DemoEnquiry, { on, alone }: { on: Day; alone: boolean }): string {
  const rng = rngOf(`late call ${e.id}`);
  const hour = alone ? rng.int(14, 18) : 18;
  return `${on}T${hour}:${String(rng.int(0, hour === 18 ? 29 : 59)).padStart(2, '0')}:${rng.int(10, 59)}+05:30`;
}

const MINUTE_MS = 60_000;

/** On the day itself a family is called some minutes after it asked, and not at all when it asked in the evening. */
const afterArrival = (e: DemoEnquiry, i: number): string | null =>
  e.capturedAt.slice(11, 13) >= '19'
    ? null
    : istText(new Date(Date.parse(e.capturedAt) + (5 + i) * MINUTE_MS));

function lastOutcome(rng: Rng, stage: Stage): string {
  if (stage === 'Yet_to_call') return rng.weighted({ NO_ANSWER: 5, BUSY: 2, SWITCHED_OFF: 1 });
  if (stage === 'In Conversation') return rng.weighted({ INTERESTED: 4, DETAILS_SHARED: 4, CALL_BACK: 3 });
  if (stage === 'Appointment Fixed') return 'APPOINTMENT';
  return statusOfStage[stage] === 'Lost' ? 'NOT_INTERESTED' : 'COUNSELLED';
}
