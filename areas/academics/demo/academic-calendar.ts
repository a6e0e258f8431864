// The school year: head office's calendar and terms, Andheri's own with a local festival and a day of heavy rain, Baner's
// still a draft.
import { academicYearLabel, academicYearOf, addDays, type Day } from '@aangan/contract/period.ts';
import type { Client } from 'pg';
import { headOffice } from '../../../db/demo/people.ts';
import { ANDHERI, BANER } from '../../../db/demo/places.ts';
import { demoUuid } from '../../../db/demo/random.ts';
import { insertRows, type Row } from '../../../db/demo/rows.ts';

const HEAD_OFFICE = 1;
const SUNDAY = 64;
/** Playgroup, Nursery, Junior KG and Senior KG (migration 0210). */
const CLASSES = [2, 3, 4, 5];
const PTC = 1;

export async function writeAcademicCalendar(client: Client, today: Day): Promise<void> {
  const year = academicYearOf(today);
  const common = networkDays(year);
  const calendars = [
    { franchisee: HEAD_OFFICE, status: 'PUBLISHED', days: common },
    {
      franchisee: ANDHERI,
      status: 'PUBLISHED',
      days: [
        ...common,
        entry(`${year}-09-14`, 'HOLIDAY', 'Ganesh Chaturthi', { staff_works: true }),
        entry(`${year}-07-21`, 'CLOSED_UNPLANNED', 'Heavy rain'),
        entry(`${year}-11-14`, 'EVENT', 'Children’s Day'),
        entry(`${year}-12-18`, 'HALF_DAY', 'Annual day rehearsal'),
        entry(`${year}-12-19`, 'WORKING_OFF_DAY', 'Annual day'),
        entry(`${year}-12-05`, 'HOLIDAY', 'Toddlers’ picnic', { class_ids: [PTC] }),
      ],
    },
    { franchisee: BANER, status: 'DRAFT', days: common },
  ];
  const idOf = (franchisee: number) => demoUuid('academic-calendar', franchisee, year);
  await insertRows(
    client,
    'academic_calendar',
    calendars.map(({ franchisee, status }) => ({
      franchisee_id: franchisee,
      id: idOf(franchisee),
      academic_year_id: year,
      name: `Academic calendar ${academicYearLabel(year)}`,
      week_off: SUNDAY,
      saturdays: 'OFF',
      status,
      revision: status === 'PUBLISHED' ? 1 : 0,
      published_by: status === 'PUBLISHED' ? headOffice.superadmin.id : null,
      published_at: status === 'PUBLISHED' ? `${year}-03-20T11:00:00+05:30` : null,
    })),
  );
  await insertRows(
    client,
    'academic_calendar_day',
    calendars.flatMap(({ franchisee, days }) =>
      days.map((day) => ({ franchisee_id: franchisee, calendar_id: idOf(franchisee), ...day })),
    ),
  );
  await insertRows(
    client,
    'term_map',
    CLASSES.flatMap((classId) => termsOf(year, classId)).map((term) => openedBy(term, today)),
  );
  await insertRows(client, 'term_override', [
    {
      franchisee_id: ANDHERI,
      term_map_id: demoUuid('term', year, 3, 1),
      from_on: `${year}-04-01`,
      to_on: `${year}-09-25`,
      entry_from: `${year}-09-01`,
      entry_to: `${year}-10-10`,
      publish_on: `${year}-10-17`,
      reason: 'The section moves to the new rooms in the last week',
    },
  ]);
}

const entry = (on_date: Day, kind: string, title: string, more: Row = {}): Row => ({
  on_date,
  kind,
  title,
  class_ids: null,
  staff_works: false,
  ...more,
});

const stretch = (from: Day, days: number, title: string): Row[] =>
  Array.from({ length: days }, (_, n) => entry(addDays(from, n), 'VACATION', title));

/** Fixed holidays, a long summer and a week at Diwali; movable feasts are each centre's to add. */
const networkDays = (year: number): Row[] => [
  entry(`${year}-05-01`, 'HOLIDAY', 'Maharashtra Day'),
  ...stretch(`${year}-05-02`, 30, 'Summer vacation'),
  entry(`${year}-08-15`, 'HOLIDAY', 'Independence Day', { staff_works: true }),
  entry(`${year}-10-02`, 'HOLIDAY', 'Gandhi Jayanti'),
  ...stretch(`${year}-11-07`, 6, 'Diwali holidays'),
  entry(`${year}-12-25`, 'HOLIDAY', 'Christmas'),
  entry(`${year + 1}-01-26`, 'HOLIDAY', 'Republic Day', { staff_works: true }),
];

/** Grades of the term of today can be entered, whatever day the demo begins on. */
function openedBy(term: ReturnType<typeof termsOf>[number], today: Day): Row {
  const begun = term.from_on <= today && today <= term.to_on;
  const fortnight = addDays(today, -14);
  const entry_from = fortnight < term.from_on ? term.from_on : fortnight;
  return begun && entry_from < term.entry_from ? { ...term, entry_from } : term;
}

const termsOf = (year: number, classId: number) => [
  {
    id: demoUuid('term', year, classId, 1),
    academic_year_id: year,
    class_id: classId,
    term_no: 1,
    name: 'Term 1',
    from_on: `${year}-04-01`,
    to_on: `${year}-09-30`,
    entry_from: `${year}-09-01`,
    entry_to: `${year}-10-10`,
    publish_on: `${year}-10-17`,
  },
  {
    id: demoUuid('term', year, classId, 2),
    academic_year_id: year,
    class_id: classId,
    term_no: 2,
    name: 'Term 2',
    from_on: `${year}-10-01`,
    to_on: `${year + 1}-03-31`,
    entry_from: `${year + 1}-03-01`,
    entry_to: `${year + 1}-04-15`,
    publish_on: null,
  },
];
