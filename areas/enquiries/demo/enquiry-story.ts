// The story of each enquiry as plain values: who asked, how far they came, when, and what is next.
import {
  type EnquiryAction,
  type Stage,
  statusOfStage,
} from '@aangan/areas/enquiries/enquiry/enquiry.states.ts';
import { addDays, type Day, daysBetween } from '@aangan/contract/period.ts';
import { type Clock, deskDay, istText, soFar } from '../../../db/demo/moment.ts';
import { childName, familyNames } from '../../../db/demo/names.ts';
import type { Centre } from '../../../db/demo/places.ts';
import { demoMobile, demoUuid, type Rng, rngOf } from '../../../db/demo/random.ts';
import type { Child } from '../../students/demo/families.ts';

export interface Step {
  action: EnquiryAction | 'capture';
  stage: Stage;
  at: string;
}

export interface DemoEnquiry {
  n: number;
  id: string;
  year: number;
  stage: Stage;
  first: string;
  last: string;
  guardian: string;
  relation: 'MOTHER' | 'FATHER';
  language: string;
  phone: string;
  gender: 'MALE' | 'FEMALE';
  dob: Day;
  classId: number;
  source: number;
  capturedOn: Day;
  capturedAt: string;
  lastOn: Day;
  steps: readonly Step[];
  nextOn: Day | null;
  /** The child this became, for those who were admitted. */
  child: Child | null;
}

const ACTION: Readonly<Record<Stage, EnquiryAction | 'capture'>> = {
  Yet_to_call: 'capture',
  'In Conversation': 'converse',
  'Appointment Fixed': 'fix-appointment',
  'Online Counselling Done': 'counsel-online',
  'Offline Counselling Done': 'counsel-offline',
  'Application Fee Link Sent': 'link-sent',
  'Intelliskills+BSK Fee Plan Assign': 'plan-assigned',
  'Admission Form Completed': 'form-completed',
  'Temporarily Confirmed': 'temporarily-confirm',
  'Admission Confirmed': 'admission-confirm',
  Close: 'close',
  'Drop Off': 'drop-off',
  'Wrong class/Drop-off': 'wrong-class',
};
const WAY: readonly Stage[] = [
  'Yet_to_call',
  'In Conversation',
  'Appointment Fixed',
  'Offline Counselling Done',
  'Application Fee Link Sent',
  'Intelliskills+BSK Fee Plan Assign',
  'Admission Form Completed',
  'Temporarily Confirmed',
  'Admission Confirmed',
];

/** Share of each stage and how old such an enquiry is, in days. */
const SHARES = {
  Yet_to_call: { share: 13, age: [0, 4] },
  'In Conversation': { share: 17, age: [2, 32] },
  'Appointment Fixed': { share: 9, age: [3, 30] },
  'Online Counselling Done': { share: 4, age: [5, 40] },
  'Offline Counselling Done': { share: 9, age: [5, 40] },
  'Application Fee Link Sent': { share: 7, age: [8, 45] },
  'Intelliskills+BSK Fee Plan Assign': { share: 4, age: [10, 50] },
  'Admission Form Completed': { share: 4, age: [12, 55] },
  'Temporarily Confirmed': { share: 2, age: [14, 55] },
  Close: { share: 12, age: [25, 330] },
  'Drop Off': { share: 9, age: [25, 330] },
  'Wrong class/Drop-off': { share: 3, age: [25, 300] },
} as const satisfies Partial<Record<Stage, { share: number; age: readonly [number, number] }>>;
type OpenOrLost = keyof typeof SHARES;

export const isOpen = (stage: Stage): boolean => !['Order', 'Lost'].includes(statusOfStage[stage]);

/** All enquiries of a centre, oldest first. */
export function enquiriesOf(centre: Centre, children: readonly Child[], clock: Clock): DemoEnquiry[] {
  const rng = rngOf(`enquiries ${centre.code}`);
  const admitted = children
    .filter((c) => c.enrolments[0]?.year === 2026 && c.state !== 'UPCOMING')
    .map((child) => storyOfChild(rng, child, clock));
  const weights = Object.fromEntries(
    Object.entries(SHARES).map(([stage, { share }]) => [stage, share]),
  ) as Record<OpenOrLost, number>;
  const others = Array.from({ length: centre.enquiries - admitted.length }, () =>
    storyOfStranger(centre, rng, rng.weighted(weights), clock),
  );
  return [...admitted, ...others]
    .map((story, i) => ({ story, i }))
    .sort((a, b) =>
      a.story.capturedAt < b.story.capturedAt ? -1 : a.story.capturedAt > b.story.capturedAt ? 1 : a.i - b.i,
    )
    .map(({ story }, i) => ({
      ...story,
      n: i + 1,
      id: demoUuid('enquiry', centre.id, i + 1),
      phone: story.phone || demoMobile(300 + centre.id, i + 1),
    }));
}

type Story = Omit<DemoEnquiry, 'n' | 'id'>;

function storyOfChild(rng: Rng, child: Child, clock: Clock): Story {
  const enrolment = child.enrolments[0];
  const done = enrolment?.registeredOn ?? clock.today;
  const asked = addDays(done, -rng.int(9, 70));
  const f = child.family;
  return {
    year: 2026,
    stage: 'Admission Confirmed',
    first: child.first,
    last: child.name.split(' ').at(-1) ?? '',
    guardian: `${f.motherFirst ? f.names.mother : f.names.father} ${f.names.surname}`,
    relation: f.motherFirst ? 'MOTHER' : 'FATHER',
    language: f.names.language,
    phone: f.motherFirst ? f.motherMobile : f.fatherMobile,
    gender: child.gender,
    dob: child.dob,
    classId: enrolment?.classId ?? 3,
    ...datesOf(rng, 'Admission Confirmed', { ...cameFrom(rng, asked), lastOn: done, clock }),
    nextOn: null,
    child,
  };
}

function storyOfStranger(centre: Centre, rng: Rng, stage: OpenOrLost, clock: Clock): Story {
  const { today } = clock;
  const names = familyNames(rng, centre.city.mix);
  const gender = rng.chance(0.51) ? 'MALE' : 'FEMALE';
  const classId = Number(rng.weighted({ 2: 36, 3: 34, 4: 18, 5: 12 }));
  const [from, to] = SHARES[stage].age;
  const capturedOn = addDays(today, -rng.int(from, to));
  const open = isOpen(stage);
  const quiet = Math.min(daysBetween(capturedOn, today), open ? rng.int(0, 6) : rng.int(4, 20));
  const lastOn = open
    ? addDays(today, -quiet)
    : addDays(capturedOn, Math.min(daysBetween(capturedOn, today), rng.int(8, 24)));
  const mother = rng.chance(0.6);
  return {
    year: capturedOn < '2026-01-01' ? 2025 : 2026,
    stage,
    first: childName(rng, names.region, gender),
    last: names.surname,
    guardian: `${mother ? names.mother : names.father} ${names.surname}`,
    relation: mother ? 'MOTHER' : 'FATHER',
    language: names.language,
    phone: '',
    gender,
    dob: addDays(`${2026 - classId}-04-01`, -rng.int(1, 360)),
    classId,
    ...datesOf(rng, stage, { ...cameFrom(rng, capturedOn), lastOn, clock }),
    nextOn: open ? nextOf(rng, { capturedOn, stage, today }) : null,
    child: null,
  };
}

// Rows of 0401: 1 walk-in, 2 phone, 3 website, 4 QR, 5 Google, 6 Meta, 7 WhatsApp, 8 parent referral, 9 staff referral, 10 event.
const sourceOf = (rng: Rng): number =>
  Number(rng.weighted({ 1: 26, 2: 14, 3: 14, 4: 8, 5: 12, 6: 10, 7: 5, 8: 6, 9: 2, 10: 3 }));

/** Sources whose families write at their own hour and wait for an answer. */
export const DIGITAL: ReadonlySet<number> = new Set([3, 4, 5, 6, 7]);

/** Who comes to the desk or rings it comes on a day it is open. */
function cameFrom(rng: Rng, day: Day): { source: number; capturedOn: Day } {
  const source = sourceOf(rng);
  return { source, capturedOn: DIGITAL.has(source) ? day : deskDay(day) };
}

function nextOf(rng: Rng, { capturedOn, stage, today }: { capturedOn: Day; stage: Stage; today: Day }): Day {
  if (capturedOn === today) return today;
  const when =
    stage === 'Yet_to_call'
      ? rng.weighted({ LATE: 35, NOW: 45, LATER: 20 })
      : rng.weighted({ LATE: 22, NOW: 22, LATER: 56 });
  if (when === 'NOW') return today;
  if (when === 'LATER') return addDays(today, rng.int(1, 12));
  return addDays(today, -rng.int(1, Math.min(9, Math.max(1, daysBetween(capturedOn, today)))));
}

const DESK_HOURS = [9, 10, 11, 12, 13, 14, 15, 16, 17, 18] as const;
/** The same ten draws for those who write: parents do it before work, at noon and when the child sleeps. */
const WRITING_HOURS = [8, 10, 12, 13, 15, 17, 19, 20, 21, 22] as const;
const two = (n: number): string => String(n).padStart(2, '0');

/** When somebody asked; `late`: what follows is of another day, so it may have been in the evening. */
function hourOn(rng: Rng, day: Day, { late, clock }: { late: boolean; clock: Clock }): string {
  // Of today's the latest wait for a call; most who came earlier have been talked to.
  if (day === clock.today) return istText(soFar(clock, 1 - rng.next() ** 3));
  const [hour, minute] = [rng.int(0, 9), rng.int(0, 59)];
  // At night only few are up; the desk closes at half past six.
  if (late) return `${day}T${minute === 7 ? '23' : two(WRITING_HOURS[hour] ?? 10)}:${two(minute)}:00+05:30`;
  return `${day}T${two(DESK_HOURS[hour] ?? 10)}:${two(hour === 9 ? minute >> 1 : minute)}:00+05:30`;
}

/** The demo may be made before the desk opens: what would be today's work was done the day before. */
export const doneBy = (day: Day, { capturedOn, today }: { capturedOn: Day; today: Day }): Day =>
  day === today && capturedOn < today ? addDays(today, -1) : day;

function datesOf(
  rng: Rng,
  stage: Stage,
  { source, capturedOn, lastOn, clock }: { source: number; capturedOn: Day; lastOn: Day; clock: Clock },
): Pick<Story, 'source' | 'capturedOn' | 'capturedAt' | 'lastOn' | 'steps'> {
  const way = wayTo(rng, stage);
  const days = Math.max(0, daysBetween(capturedOn, lastOn));
  const capturedAt = hourOn(rng, capturedOn, {
    late: DIGITAL.has(source) && (way.length === 1 || days >= way.length - 1),
    clock,
  });
  const steps = way.map((to, i): Step => {
    const planned = addDays(capturedOn, way.length === 1 ? 0 : Math.floor((days * i) / (way.length - 1)));
    const on = doneBy(planned, { capturedOn, today: clock.today });
    // One day may hold several steps: a minute apart, after the hour of the first.
    return {
      action: ACTION[to],
      stage: to,
      at: i === 0 ? capturedAt : `${on}T19:${String(10 + i).padStart(2, '0')}:00+05:30`,
    };
  });
  return { source, capturedOn, capturedAt, lastOn, steps };
}

function wayTo(rng: Rng, stage: Stage): Stage[] {
  if (statusOfStage[stage] === 'Lost') return [...WAY.slice(0, rng.int(1, 4)), stage];
  if (stage === 'Online Counselling Done') return ['Yet_to_call', 'In Conversation', stage];
  return WAY.slice(0, WAY.indexOf(stage) + 1);
}
