// Leave of staff: what everybody was credited this year, requests in every state, and corrections of attendance that were
// asked for. Andheri's class teacher asks for the next Friday, when nobody else is there for the section.
import { creditsOf } from '@aangan/areas/staff/leave/accrual.ts';
import { leaveYearOf } from '@aangan/areas/staff/leave/leave-count.ts';
import { addDays, type Day } from '@aangan/contract/period.ts';
import { weekdayOf } from '@aangan/contract/weekday.ts';
import type { Client } from 'pg';
import { ANDHERI } from '../../../db/demo/places.ts';
import { demoUuid, rngOf } from '../../../db/demo/random.ts';
import { insertRows, type Row } from '../../../db/demo/rows.ts';

interface Person {
  franchisee_id: number;
  id: string;
  user_id: string | null;
  joined_on: Day;
  gender: string | null;
  head: string;
  teaches: boolean;
}
interface LeaveType {
  id: string;
  code: string;
  yearly_halves: number;
  accrual: 'YEARLY' | 'MONTHLY' | 'NONE';
  gender: string | null;
}

const REASONS = [
  'Wedding in the family',
  'Fever since last night',
  'Bank and passport office',
  'School meeting of my own child',
  'Travel to the home town',
] as const;
const STATES = [
  'APPROVED',
  'APPROVED',
  'APPLIED',
  'REJECTED',
  'WITHDRAWN',
  'CANCELLED',
  'CANCEL_ASKED',
] as const;
type State = (typeof STATES)[number];
const DECIDED: readonly State[] = ['APPROVED', 'REJECTED', 'CANCEL_ASKED'];

const workdays = (from: Day, n: number): Day[] => {
  const days: Day[] = [];
  for (let day = from; days.length < n; day = addDays(day, 1)) if (weekdayOf(day) !== 'SUN') days.push(day);
  return days;
};

export async function writeStaffLeave(client: Client, today: Day): Promise<void> {
  const { rows: people } = await client.query<Person>(
    `select s.franchisee_id, s.id, s.user_id, s.joined_on, s.gender,
        (select h.user_id from staff h where h.franchisee_id = s.franchisee_id and h.category = 'MANAGEMENT' and h.status = 'APPROVED' and h.user_id is not null
          order by h.employee_code limit 1) as head,
        exists (select from section_teacher t where t.franchisee_id = s.franchisee_id and t.staff_id = s.id) as teaches
       from staff s where s.status = 'APPROVED' order by s.franchisee_id, s.employee_code`,
  );
  const { rows: types } = await client.query<LeaveType>(
    'select id, code, yearly_halves, accrual, gender from leave_type where franchisee_id = 1',
  );
  const entries: Row[] = people.flatMap((person) =>
    types.flatMap((type) =>
      creditsOf({ yearlyHalves: type.yearly_halves, accrual: type.accrual }, person.joined_on, today).map(
        ({ year, halves, ref, onDate }) => ({
          franchisee_id: person.franchisee_id,
          id: demoUuid('leave-entry', person.id, type.code, ref),
          staff_id: person.id,
          type_id: type.id,
          leave_year: year,
          halves,
          kind: 'ACCRUAL',
          ref,
          on_date: onDate,
        }),
      ),
    ),
  );
  const requests: Row[] = [];
  const halves: Row[] = [];
  const ask = (person: Person, code: string, days: readonly Day[], status: State, reason: string) => {
    const type = types.find((one) => one.code === code);
    const [from, to] = [days[0], days.at(-1)];
    if (!type || !from || !to || leaveYearOf(from) !== leaveYearOf(to)) return;
    const id = demoUuid('leave', person.id, from);
    const active = status === 'APPLIED' || status === 'APPROVED' || status === 'CANCEL_ASKED';
    const common = { franchisee_id: person.franchisee_id, staff_id: person.id };
    requests.push({
      ...common,
      id,
      user_id: person.user_id,
      type_id: type.id,
      from_on: from,
      from_half: 'FN',
      to_on: to,
      to_half: 'AN',
      halves: days.length * 2,
      leave_year: leaveYearOf(from),
      reason,
      status,
      decided_by: DECIDED.includes(status) ? person.head : null,
      decided_at: DECIDED.includes(status) ? `${addDays(from, -3)}T17:20:00+05:30` : null,
      note: status === 'REJECTED' ? 'Two others are away that day' : null,
      // Days before the leave, and never after today.
      created_at: `${addDays(from < today ? from : today, -5)}T16:10:00+05:30`,
      created_by: person.user_id ?? person.head,
    });
    for (const day of days)
      for (const half of ['FN', 'AN'])
        halves.push({
          ...common,
          id: demoUuid('leave-half', id, day, half),
          request_id: id,
          day,
          half,
          counted: true,
          active,
        });
    if (status === 'APPROVED' || status === 'CANCEL_ASKED')
      entries.push({
        ...common,
        id: demoUuid('leave-taken', id),
        type_id: type.id,
        leave_year: leaveYearOf(from),
        halves: -days.length * 2,
        kind: 'TAKEN',
        ref: id,
        on_date: from,
      });
  };
  const teacher = people.find((one) => one.franchisee_id === ANDHERI && one.teaches && one.user_id !== null);
  if (teacher) ask(teacher, 'CL', [nextFriday(today)], 'APPLIED', 'My sister’s engagement');
  const others = people.filter((one) => one.head !== one.user_id && one !== teacher);
  for (const [n, person] of others.entries()) {
    const rng = rngOf(`leave ${person.id}`);
    if (n % 2 === 1) continue;
    const status = STATES[(n / 2) % STATES.length] ?? 'APPROVED';
    // What is still to be decided lies ahead; a leave whose cancellation is asked for has begun.
    const offset = status === 'APPLIED' ? rng.int(4, 18) : status === 'CANCEL_ASKED' ? -1 : -rng.int(10, 50);
    const days = workdays(addDays(today, offset), rng.int(1, 3));
    ask(person, rng.chance(0.5) ? 'CL' : 'SL', days, status, rng.pick(REASONS));
  }
  await insertRows(client, 'leave_request', requests);
  await insertRows(client, 'leave_request_half', halves);
  await insertRows(client, 'leave_entry', entries);
  await insertRows(client, 'staff_attendance_request', corrections(people, today));
}

const nextFriday = (today: Day): Day => {
  for (let day = addDays(today, 1); ; day = addDays(day, 1)) if (weekdayOf(day) === 'FRI') return day;
};

const KINDS = ['MISSED_PUNCH', 'ON_DUTY', 'CORRECTION'] as const;
const WHY = {
  MISSED_PUNCH: 'The phone had no battery when I left',
  ON_DUTY: 'Visit to the play school fair with head office',
  CORRECTION: 'I came at noon and was marked absent',
} as const;
const WANT = { MISSED_PUNCH: 'P', ON_DUTY: 'OD', CORRECTION: 'P' } as const;

/** Two a state at Andheri and the next centre, of people who sign in. */
function corrections(people: readonly Person[], today: Day): Row[] {
  const states = ['APPLIED', 'APPLIED', 'APPROVED', 'REJECTED', 'WITHDRAWN'] as const;
  return [ANDHERI, ANDHERI + 1].flatMap((centre) =>
    people
      .filter((one) => one.franchisee_id === centre && one.user_id !== null && one.user_id !== one.head)
      .slice(0, states.length)
      .map((person, n): Row => {
        const kind = KINDS[n % KINDS.length] ?? 'MISSED_PUNCH';
        const status = states[n] ?? 'APPLIED';
        const day = workdays(addDays(today, -6 + n), 1)[0] ?? today;
        const decided = status === 'APPROVED' || status === 'REJECTED';
        return {
          franchisee_id: centre,
          id: demoUuid('attendance-request', person.id),
          staff_id: person.id,
          user_id: person.user_id,
          kind,
          from_on: day,
          to_on: day,
          halves: kind === 'CORRECTION' ? 'AN' : 'DAY',
          want: WANT[kind],
          in_at: kind === 'MISSED_PUNCH' ? '08:30' : null,
          out_at: kind === 'MISSED_PUNCH' ? '16:30' : null,
          reason: WHY[kind],
          status,
          decided_by: decided ? person.head : null,
          decided_at: decided ? `${day}T18:00:00+05:30` : null,
          note: status === 'REJECTED' ? 'The register of that day was checked' : null,
          created_at: `${day}T17:00:00+05:30`,
          created_by: person.user_id,
        };
      }),
  );
}
