import { attendanceContract } from '@aangan/areas/staff/day/attendance.contract.ts';
import { minuteOf, type PunchAt, staffDay, totalsOf } from '@aangan/areas/staff/day/staff-day.ts';
import { addDays, dayNumber, endOfMonth } from '@aangan/contract/period.ts';
import { weekdayOf } from '@aangan/contract/weekday.ts';
import { PLANT_STAFF } from '../plant-class.ts';
import { readRequest, type Scenario } from '../scenario.ts';

const PEOPLE = `
  select s.id as "staffId", s.name, s.employee_code as "employeeCode", s.category, s.mobile, h.name as shift, s.joined_on as "joinedOn", s.left_on as "leftOn",
    h.starts_at, h.half_at, h.ends_at, h.grace_minutes, h.half_minutes, h.weekly_off, h.saturday_rule
    from staff s join lateral (select * from staff_shift h where h.id = s.shift_id or s.shift_id is null and h.franchisee_id in (1, $1) order by h.franchisee_id, h.name limit 1) h on true
   where s.franchisee_id = $1 and s.status <> 'REJECTED' and s.joined_on <= $3 and (s.left_on is null or s.left_on >= $2) order by s.name, s.id`;
// Thousands of punches: a row of lists for each person, in minutes, comes back small.
const list = (of: string): string => `to_json(array_agg(${of} order by p.at, p.id))`;
const PUNCHES = `
  select p.staff_id, ${list('p.kind')} as kinds, ${list("floor(date_part('epoch', p.at) / 60)::int + 330")} as minutes, ${list('p.offline')} as offline, ${list('p.outside')} as outside
    from staff_punch p where p.franchisee_id = $1 and p.at >= ($2::date)::timestamp at time zone 'Asia/Kolkata' and p.at < ($3::date + 1)::timestamp at time zone 'Asia/Kolkata'
     and not exists (select from staff_punch_void v where v.franchisee_id = p.franchisee_id and v.punch_id = p.id) group by 1`;
const WRITTEN = `select staff_id, day, fn, an from staff_day where franchisee_id = $1 and day between $2 and $3`;

interface Punches {
  staff_id: string;
  minutes: number[];
  kinds: ('IN' | 'OUT')[];
  offline: boolean[];
  outside: (boolean | null)[];
}

/** By person and number of the day. */
function byDay(rows: readonly Punches[]): Map<string, PunchAt[]> {
  const punched = new Map<string, PunchAt[]>();
  for (const { staff_id, minutes, kinds, offline, outside } of rows)
    for (const [n, minute] of minutes.entries()) {
      const key = `${staff_id} ${Math.floor(minute / 1440)}`;
      const punch = {
        kind: kinds[n] ?? 'IN',
        at: minute % 1440,
        offline: offline[n] ?? false,
        outside: outside[n] ?? null,
      };
      const known = punched.get(key);
      if (known) known.push(punch);
      else punched.set(key, [punch]);
    }
  return punched;
}

export const muster: Scenario = {
  name: 'muster',
  title: 'Month muster of 100 staff',
  prepare: PLANT_STAFF,
  request: (_n, { today }) =>
    readRequest(attendanceContract.month, { month: addDays(`${today.slice(0, 7)}-01`, -1).slice(0, 7) }),
  floor: async ({ pool, query, centre }) => {
    const month = query['month'] ?? '';
    const [from, to] = [`${month}-01`, endOfMonth(`${month}-01`)];
    const values = [centre, from, to];
    const client = await pool.connect();
    try {
      const people = await client.query({ name: 'muster', text: PEOPLE, values });
      const punches = await client.query<Punches>({ name: 'muster-punches', text: PUNCHES, values });
      const written = await client.query({ name: 'muster-written', text: WRITTEN, values });
      const punched = byDay(punches.rows);
      const known = new Map(written.rows.map((row) => [`${row.staff_id} ${row.day}`, row]));
      const now = { day: addDays(to, 1), minute: 0 };
      const days = Array.from({ length: Number(to.slice(8)) }, (_, n) => addDays(from, n));
      return {
        month,
        locked: false,
        rows: people.rows.map((row) => {
          const shift = {
            startsAt: minuteOf(row.starts_at),
            halfAt: minuteOf(row.half_at),
            endsAt: minuteOf(row.ends_at),
            graceMinutes: row.grace_minutes,
            halfMinutes: row.half_minutes,
            weeklyOff: row.weekly_off,
            saturdayRule: row.saturday_rule,
          };
          const all = days.map((day) => {
            const mark = known.get(`${row.staffId} ${day}`);
            const works = !['SAT', 'SUN'].includes(weekdayOf(day));
            return staffDay({
              day,
              now,
              employed: day >= row.joinedOn && (row.leftOn === null || day <= row.leftOn),
              category: row.category,
              shift,
              calendar: { kind: works ? 'WORKING' : 'OFF', staffWorks: works, title: null },
              punches: punched.get(`${row.staffId} ${dayNumber(day)}`) ?? [],
              marked: { fn: mark?.fn ?? null, an: mark?.an ?? null },
              leave: { fn: null, an: null },
            });
          });
          return {
            staffId: row.staffId,
            name: row.name,
            employeeCode: row.employeeCode,
            category: row.category,
            mobile: row.mobile,
            shift: row.shift,
            letters: all.map(({ letter }) => letter),
            totals: totalsOf(all),
          };
        }),
        can: { lock: true, unlock: false },
      };
    } finally {
      client.release();
    }
  },
};
