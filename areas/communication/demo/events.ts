// Events of two centres around today: past and to come, three that repeat, drafts, a cancelled one, answers with adults and places.
import { occurrences, type Repeat } from '@aangan/areas/communication/event/recurrence.ts';
import { academicYearDays, academicYearOf, addDays, type Day } from '@aangan/contract/period.ts';
import { weekdayOf } from '@aangan/contract/weekday.ts';
import type { Client } from 'pg';
import { ANDHERI, BANER } from '../../../db/demo/places.ts';
import { demoUuid } from '../../../db/demo/random.ts';

type Kind = 'EVENT' | 'ACTIVITY' | 'MEETING' | 'PTM' | 'TRIP' | 'CELEBRATION' | 'DEADLINE' | 'OTHER';
interface DemoEvent {
  title: string;
  hi: string | null;
  kind: Kind;
  /** Days from today. */
  in: number;
  hours: readonly [string, string] | null;
  place: string | null;
  people?: 'ALL' | 'PARENT' | 'STAFF';
  classes?: readonly number[];
  repeat?: { every: Repeat; days: number };
  answers?: 'YES_NO' | 'ADULTS';
  places?: number;
  status?: 'DRAFT' | 'CANCELLED';
}

const MORNING = ['10:00', '11:30'] as const;
const COLOURS = {
  EVENT: 'BLUE',
  ACTIVITY: 'GREEN',
  MEETING: 'GREY',
  PTM: 'VIOLET',
  TRIP: 'ORANGE',
  CELEBRATION: 'PINK',
  DEADLINE: 'GREY',
  OTHER: 'BLUE',
} as const;

const EVENTS: readonly DemoEvent[] = [
  {
    title: 'Story hour',
    hi: 'कहानी का समय',
    kind: 'ACTIVITY',
    in: -14,
    hours: MORNING,
    place: 'Library corner',
    repeat: { every: 'WEEKLY', days: 56 },
  },
  {
    title: 'Music morning',
    hi: 'संगीत की सुबह',
    kind: 'ACTIVITY',
    in: -7,
    hours: ['09:30', '10:15'],
    place: 'Hall',
    classes: [3, 4],
    repeat: { every: 'WEEKLY', days: 42 },
  },
  {
    title: 'Staff meeting',
    hi: null,
    kind: 'MEETING',
    in: -20,
    hours: ['15:00', '16:00'],
    place: 'Office',
    people: 'STAFF',
    repeat: { every: 'MONTHLY', days: 120 },
  },
  {
    title: 'Annual day',
    hi: 'वार्षिक उत्सव',
    kind: 'CELEBRATION',
    in: 12,
    hours: ['16:00', '18:30'],
    place: 'Community hall',
    answers: 'ADULTS',
    places: 120,
  },
  {
    title: 'Parent-teacher meeting',
    hi: 'अभिभावक-शिक्षक बैठक',
    kind: 'PTM',
    in: 5,
    hours: ['09:00', '13:00'],
    place: 'Classrooms',
    people: 'PARENT',
    answers: 'YES_NO',
  },
  {
    title: 'Visit to the bird park',
    hi: 'पक्षी उद्यान की सैर',
    kind: 'TRIP',
    in: 8,
    hours: ['09:00', '12:30'],
    place: 'Bird park',
    classes: [4, 5, 6],
    answers: 'ADULTS',
    places: 40,
  },
  {
    title: 'Grandparents’ day',
    hi: 'दादा-दादी दिवस',
    kind: 'CELEBRATION',
    in: 20,
    hours: MORNING,
    place: 'Hall',
    answers: 'ADULTS',
    places: 60,
  },
  { title: 'Colour day: yellow', hi: 'पीला दिवस', kind: 'ACTIVITY', in: 2, hours: null, place: null },
  {
    title: 'Health check by the paediatrician',
    hi: 'बाल चिकित्सक की जाँच',
    kind: 'EVENT',
    in: 3,
    hours: ['10:00', '12:00'],
    place: 'Quiet room',
    people: 'PARENT',
  },
  {
    title: 'Last day for the excursion form',
    hi: null,
    kind: 'DEADLINE',
    in: 6,
    hours: null,
    place: null,
    people: 'PARENT',
  },
  {
    title: 'Sports morning',
    hi: 'खेल की सुबह',
    kind: 'EVENT',
    in: -9,
    hours: ['08:30', '11:00'],
    place: 'Ground',
    answers: 'YES_NO',
  },
  { title: 'Puppet theatre', hi: 'कठपुतली का खेल', kind: 'EVENT', in: -16, hours: MORNING, place: 'Hall' },
  {
    title: 'First aid training',
    hi: null,
    kind: 'MEETING',
    in: 9,
    hours: ['14:00', '16:00'],
    place: 'Hall',
    people: 'STAFF',
  },
  {
    title: 'Clay workshop',
    hi: 'मिट्टी की कार्यशाला',
    kind: 'ACTIVITY',
    in: 15,
    hours: MORNING,
    place: 'Art room',
    classes: [2, 3],
  },
  {
    title: 'Open house for new families',
    hi: 'नए परिवारों के लिए खुला दिन',
    kind: 'EVENT',
    in: 17,
    hours: ['10:00', '13:00'],
    place: null,
  },
  {
    title: 'Picnic',
    hi: 'पिकनिक',
    kind: 'TRIP',
    in: 10,
    hours: ['09:00', '12:00'],
    place: 'Garden',
    answers: 'YES_NO',
    status: 'CANCELLED',
  },
  {
    title: 'Kite festival',
    hi: 'पतंग उत्सव',
    kind: 'CELEBRATION',
    in: 24,
    hours: MORNING,
    place: 'Terrace',
    status: 'DRAFT',
  },
  {
    title: 'Winter concert',
    hi: null,
    kind: 'CELEBRATION',
    in: 27,
    hours: ['17:00', '18:00'],
    place: 'Hall',
    status: 'DRAFT',
  },
  {
    title: 'Book fair',
    hi: 'पुस्तक मेला',
    kind: 'EVENT',
    in: -4,
    hours: ['09:00', '12:00'],
    place: 'Entrance hall',
  },
  { title: 'Fire drill', hi: null, kind: 'OTHER', in: 4, hours: ['11:00', '11:20'], place: 'Whole centre' },
];

export async function writeEvents(client: Client, today: Day): Promise<void> {
  const year = academicYearOf(today);
  for (const franchiseeId of [ANDHERI, BANER])
    for (const event of EVENTS) await writeEvent(client, { franchiseeId, event, today, year });
  await client.query(
    `insert into event_rsvp (franchisee_id, event_id, on_date, enrolment_id, answer, adults, answered_by, answered_at)
     select d.franchisee_id, d.event_id, d.on_date, e.id, case when h.n < 150 then 'YES' when h.n < 180 then 'NO' else 'MAYBE' end,
            case when v.answers = 'ADULTS' and h.n < 150 then h.n % 3 else 0 end, g.user_id, ($1::date + time '08:10') at time zone 'Asia/Kolkata'
       from event v join event_date d on d.franchisee_id = v.franchisee_id and d.event_id = v.id
       join enrolment e on e.franchisee_id = v.franchisee_id and e.status = 'ACTIVE' and (v.class_ids = '{}' or e.class_id = any (v.class_ids))
       join lateral (select g.user_id from student_guardian b join guardian g on g.franchisee_id = b.franchisee_id and g.id = b.guardian_id
         where b.franchisee_id = e.franchisee_id and b.student_id = e.student_id and g.user_id is not null order by g.id limit 1) g on true
      cross join lateral (select get_byte(decode(md5(e.id::text || v.title), 'hex'), 0) as n) h
      where v.answers <> 'NONE' and v.status <> 'DRAFT' and h.n < 205`,
    [today],
  );
}

async function writeEvent(
  client: Client,
  { franchiseeId, event, today, year }: { franchiseeId: number; event: DemoEvent; today: Day; year: number },
): Promise<void> {
  const { from, to } = academicYearDays(year);
  const fromOn = placed(addDays(today, event.in), event.in, { from, to });
  const until = event.repeat ? addDays(fromOn, event.repeat.days) : null;
  const id = demoUuid('event', franchiseeId, event.title);
  const status = event.status ?? 'PUBLISHED';
  await client.query(
    `insert into event (franchisee_id, id, academic_year_id, title, title_hi, kind, colour, from_on, to_on, starts_at, ends_at, repeat, repeat_until,
            place, people, class_ids, answers, answer_until, places, status, cancel_reason, published_at, created_by)
     select $1, $2, $3, $4, $5, $6, $7, $8, $8, $9, $10, $11, $12, $13, $14, $15, $16, case when $16 <> 'NONE' then $8::date end, $17, $18,
            case when $18 = 'CANCELLED' then 'Heavy rain is forecast' end,
            case when $18 <> 'DRAFT' then ($19::date - 21 + time '11:00') at time zone 'Asia/Kolkata' end,
            (select f.user_id from staff f where f.franchisee_id = $1 and f.user_id is not null order by f.created_at, f.id limit 1)`,
    [
      franchiseeId,
      id,
      year,
      event.title,
      event.hi,
      event.kind,
      COLOURS[event.kind],
      fromOn,
      event.hours?.[0] ?? null,
      event.hours?.[1] ?? null,
      event.repeat?.every ?? 'NONE',
      until,
      event.place,
      event.people ?? 'ALL',
      event.classes ?? [],
      event.answers ?? 'NONE',
      event.places ?? null,
      status,
      today,
    ],
  );
  const dates = occurrences({
    fromOn,
    repeat: event.repeat?.every ?? 'NONE',
    every: 1,
    weekdays: [],
    until,
    count: null,
  });
  await client.query(
    `insert into event_date (franchisee_id, event_id, on_date, to_on) select $1, $2, day, day from unnest($3::date[]) day`,
    [franchiseeId, id, dates],
  );
}

/** Of the year of today, so that its lists are never empty, and not on a Sunday. */
function placed(day: Day, ahead: number, year: { from: Day; to: Day }): Day {
  const inYear = (one: Day) => one >= year.from && one <= year.to;
  const mirrored = addDays(day, -2 * ahead);
  const wanted = inYear(day) ? day : inYear(mirrored) ? mirrored : ahead < 0 ? year.from : year.to;
  if (weekdayOf(wanted) !== 'SUN') return wanted;
  return inYear(addDays(wanted, 1)) ? addDays(wanted, 1) : addDays(wanted, -1);
}
