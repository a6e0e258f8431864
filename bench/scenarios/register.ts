import { randomUUID } from 'node:crypto';
import { attendanceContract } from '@aangan/areas/academics/attendance/attendance.contract.ts';
import { closedTitle } from '@aangan/areas/academics/attendance/register-rules.server.ts';
import { type CalendarRules, NO_CALENDAR } from '@aangan/areas/academics/calendar/day-kind.ts';
import { benchId, CHILDREN, openDays, PLANT_CLASS, PLANT_REGISTERS, SECTIONS } from '../plant-class.ts';
import { type BenchWorld, readRequest, type Scenario } from '../scenario.ts';

// A child's values stand without names beside them, as the product's do: half the bytes, and no row of the driver's for each.
const CHILDREN_OF = (
  cells: string,
) => `(select json_agg(json_build_array(${cells}) order by case when e.section_id = l.section_id then e.roll_no end nulls last, s.name, s.id)
    from placement l join enrolment e on e.franchisee_id = l.franchisee_id and e.id = l.enrolment_id
    join student s on s.franchisee_id = e.franchisee_id and s.id = e.student_id left join student_private p on p.franchisee_id = s.franchisee_id and p.student_id = s.id
    left join lateral (select m.* from MARKS m where m.franchisee_id = x.franchisee_id and m.on_date = $3 and m.enrolment_id = e.id limit 1) m on true
    left join lateral (select n.reason from absence_note n where n.franchisee_id = x.franchisee_id and n.enrolment_id = e.id and $3 between n.from_on and n.to_on and n.status <> 'CANCELLED' limit 1) n on true
   where l.franchisee_id = x.franchisee_id and l.section_id = x.id and l.from_on <= $3 and (l.before_on is null or l.before_on > $3) and e.joined_on <= $3
     and coalesce(e.left_on, 'infinity') >= $3 and e.status <> 'CANCELLED')`;
/** Of a section on a day: whether it is closed is part of the question. */
const SECTION_DAY = (children: string) => `
  select x.id, x.class_id, x.days, k.name || ' ' || x.name as label, x.starts_at as "startsAt", x.ends_at as "endsAt",
    (select row_to_json(r) from (select c.week_off as "weekOff", c.saturdays, coalesce((
          select json_agg(json_build_object('onDate', d.on_date, 'kind', d.kind, 'title', d.title, 'classIds', d.class_ids, 'staffWorks', d.staff_works) order by d.on_date, d.kind)
            from academic_calendar_day d where d.franchisee_id = c.franchisee_id and d.calendar_id = c.id and d.on_date = $3), '[]') as days
        from academic_calendar c where c.academic_year_id = $4 and c.status = 'PUBLISHED' and c.franchisee_id in (1, x.franchisee_id)
       order by c.franchisee_id desc limit 1) r) as rules,
    (select g.status from attendance_register g where g.franchisee_id = x.franchisee_id and g.section_id = x.id and g.on_date = $3 limit 1) as register,
    ${children} as children
    from section x join class k on k.id = x.class_id where x.franchisee_id = $1 and x.id = $2`;
const READ = SECTION_DAY(
  CHILDREN_OF(
    `e.id, s.name, case when e.section_id = l.section_id then e.roll_no end, coalesce(p.has_allergy, false), m.code, left(m.in_at::text, 5), left(m.out_at::text, 5), m.reason, m.note, coalesce(m.version, 0), n.reason, e.status`,
  ).replace('MARKS', 'attendance_mark'),
);

/** Why a section has no register on a day, from its calendar or Monday to Friday. */
const closedOn = (row: { rules: CalendarRules | null; class_id: number; days: number | null }, day: string) =>
  closedTitle(row.rules ?? NO_CALENDAR, { classId: row.class_id, days: row.days }, day);

const dayOf = (n: number, { today }: BenchWorld): string =>
  openDays(today)[Math.floor(n / SECTIONS) % 3] ?? today;
const sectionOf = (n: number): number => (n % SECTIONS) + 1;

// Alone on one connection, in ms of Postgres: the opening and the end of the unit of work 0.03, the register 0.42 (the same
// without row security 0.39, the floor's 0.33: it leaves out what only a saving needs), the read log 0.06 where three are
// committed together; nothing is shown before that.
export const registerRead: Scenario = {
  name: 'register',
  title: 'Register of 25 children, read',
  prepare: PLANT_CLASS + PLANT_REGISTERS,
  request: (n, world) =>
    readRequest(attendanceContract.register, {
      sectionId: benchId(`section${sectionOf(n)}`),
      onDate: dayOf(n, world),
    }),
  floor: async ({ pool, query, centre, year }) => {
    const onDate = query['onDate'] ?? '';
    const { rows } = await pool.query({
      name: 'register',
      text: READ,
      values: [centre, query['sectionId'], onDate, year],
    });
    const [row] = rows;
    const closed = closedOn(row, onDate);
    return {
      section: {
        id: row.id,
        franchiseeId: centre,
        label: row.label,
        startsAt: row.startsAt,
        endsAt: row.endsAt,
      },
      onDate,
      status: row.register,
      closed,
      rows: row.children.map(
        ([
          enrolmentId,
          name,
          rollNo,
          hasAllergy,
          code,
          inAt,
          outAt,
          reason,
          note,
          version,
          told,
          status,
        ]: unknown[]) => ({
          enrolmentId,
          name,
          rollNo,
          hasAllergy,
          code,
          inAt,
          outAt,
          reason,
          note,
          version,
          leave: told ? `Announced: ${told}` : status === 'ON_HOLD' ? 'On hold' : null,
        }),
      ),
      can: { save: closed === null, requestCorrection: false },
    };
  },
};

interface Op {
  opId: string;
  enrolmentId: string;
  code: 'P' | 'LATE';
  note: string;
  baseVersion: number;
  atDevice: string;
}
interface Body {
  sectionId: string;
  onDate: string;
  ops: Op[];
}

const LOCK = `
  select g.id, g.status from section x join attendance_register g on g.franchisee_id = x.franchisee_id and g.section_id = x.id and g.session = x.day_session
   where x.franchisee_id = $1 and x.id = $2 and g.on_date = $3 for update of g`;
const STANDS = SECTION_DAY(
  CHILDREN_OF('e.id, m.code, m.in_at, m.out_at, m.reason, m.note, m.op_id, m.version').replace(
    'MARKS',
    'bench_mark',
  ),
);
// A mark keeps version 1 on both sides, so that each save finds what it saw.
const WRITE = `
  insert into bench_mark (franchisee_id, on_date, enrolment_id, session, section_id, register_id, code, in_at, out_at, reason, note, source, op_id, marked_at_device, updated_at)
  select $1, $3, x."enrolmentId", 'MORNING', $2, $4, x.code, x."inAt", x."outAt", x.reason, x.note, 'TEACHER', x."opId", x."atDevice", now()
    from json_to_recordset($5::json) as x ("opId" uuid, "enrolmentId" uuid, code text, "inAt" time, "outAt" time, reason text, note text, "atDevice" timestamptz)
  on conflict (franchisee_id, on_date, enrolment_id, session) do update set code = excluded.code, in_at = excluded.in_at, out_at = excluded.out_at, reason = excluded.reason,
    note = excluded.note, op_id = excluded.op_id, marked_at_device = excluded.marked_at_device, version = excluded.version, updated_at = excluded.updated_at`;

// Each of the 25 marks stands in the change audit with what it was and what it became; the floor keeps none (decision 0008).
// Alone on one connection, in ms of Postgres: the floor's write 0.48, the product's without audit 0.60, with it 0.95 (decision
// 0032), of which 0.1 is the version stamp of 25 rows.
export const registerSave: Scenario = {
  name: 'register-save',
  title: 'Register of 25 children, saved',
  prepare: PLANT_CLASS + PLANT_REGISTERS,
  request: (n, world) => ({
    method: 'POST',
    path: attendanceContract.save.path,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      sectionId: benchId(`section${sectionOf(n)}`),
      onDate: dayOf(n, world),
      submit: true,
      ops: Array.from({ length: CHILDREN }, (_, c) => ({
        opId: randomUUID(),
        enrolmentId: benchId(`enrolment${sectionOf(n)}.${c + 1}`),
        code: c < 3 ? 'LATE' : 'P',
        note: `n ${n}`,
        baseVersion: 1,
        atDevice: `${world.today}T04:00:00Z`,
      })),
    }),
  }),
  floor: async ({ pool, body, centre, year }) => {
    const { sectionId, onDate, ops } = body as Body;
    const client = await pool.connect();
    try {
      const values = [centre, sectionId, onDate];
      await client.query('begin');
      const lock = await client.query({ name: 'register-lock', text: LOCK, values });
      const stands = await client.query({
        name: 'register-stands',
        text: STANDS,
        values: [...values, year],
      });
      const [register] = lock.rows;
      const [day] = stands.rows;
      const there = new Map<string, Standing>(
        day.children.map(([enrolmentId, ...mark]: [string, ...Standing]) => [enrolmentId, mark]),
      );
      if (closedOn(day, onDate) !== null) throw new Error('The day is closed');
      const judged = ops.map((op) => ({ op, outcome: outcomeOf(there.get(op.enrolmentId), op) }));
      const applied = judged.flatMap(({ op, outcome }) => (outcome === 'APPLIED' ? [op] : []));
      await client.query({
        name: 'register-write',
        text: WRITE,
        values: [...values, register.id, JSON.stringify(applied)],
      });
      await client.query('commit');
      const late = applied.filter(({ code }) => code === 'LATE').length;
      return {
        results: judged.map(({ op, outcome }) => ({
          opId: op.opId,
          enrolmentId: op.enrolmentId,
          outcome,
          code: op.code,
          version: 1,
          by: null,
        })),
        status: register.status,
        strength: there.size,
        counts: { P: applied.length - late, LATE: late, EARLY: 0, HD: 0, A: 0, L: 0 },
        unmarked: there.size - applied.length,
        told: 0,
        toldAt: null,
      };
    } finally {
      client.release();
    }
  },
};

type Standing = [
  code: string | null,
  inAt: string | null,
  outAt: string | null,
  reason: string | null,
  note: string | null,
  opId: string | null,
  version: number | null,
];

/** Whether a mark is new, the same again, or another's that was not seen. */
function outcomeOf(
  standing: Standing | undefined,
  op: Op,
): 'APPLIED' | 'DUPLICATE' | 'CONFLICT' | 'NOT_ON_ROLL' {
  if (!standing) return 'NOT_ON_ROLL';
  const [code, , , , note, opId, version] = standing;
  if (code === null) return 'APPLIED';
  if (opId === op.opId || (code === op.code && note === op.note)) return 'DUPLICATE';
  return version === op.baseVersion ? 'APPLIED' : 'CONFLICT';
}
