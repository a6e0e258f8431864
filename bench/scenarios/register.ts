import { randomUUID } from 'node:crypto';
import { attendanceContract } from '@aangan/areas/academics/attendance/attendance.contract.ts';
import { benchId, CHILDREN, openDays, PLANT_CLASS, PLANT_REGISTERS, SECTIONS } from '../plant-class.ts';
import { type BenchWorld, readRequest, type Scenario } from '../scenario.ts';

const ROSTER = `
  select case when e.section_id = l.section_id then e.roll_no end as "rollNo", e.id as "enrolmentId", s.name, coalesce(p.has_allergy, false) as "hasAllergy", e.status
    from placement l join enrolment e on e.franchisee_id = l.franchisee_id and e.id = l.enrolment_id
    join student s on s.franchisee_id = e.franchisee_id and s.id = e.student_id left join student_private p on p.franchisee_id = s.franchisee_id and p.student_id = s.id
   where l.franchisee_id = $1 and l.section_id = $2 and l.from_on <= $3 and (l.before_on is null or l.before_on > $3) and e.joined_on <= $3
     and coalesce(e.left_on, 'infinity') >= $3 and e.status <> 'CANCELLED'`;
const READ = `
  with roster as (${ROSTER})
  select r."enrolmentId", r.name, r."rollNo", r."hasAllergy", m.code, m.in_at as "inAt", m.out_at as "outAt", m.reason, m.note, coalesce(m.version, 0) as version, n.reason as told, r.status,
    x.id as section, k.name || ' ' || x.name as label, x.starts_at as "startsAt", x.ends_at as "endsAt", g.status as "register"
    from roster r join section x on x.franchisee_id = $1 and x.id = $2 join class k on k.id = x.class_id
    left join attendance_register g on g.franchisee_id = $1 and g.section_id = $2 and g.on_date = $3
    left join attendance_mark m on m.franchisee_id = $1 and m.enrolment_id = r."enrolmentId" and m.on_date = $3
    left join absence_note n on n.franchisee_id = $1 and n.enrolment_id = r."enrolmentId" and $3 between n.from_on and n.to_on and n.status <> 'CANCELLED'
   order by r."rollNo" nulls last, r.name`;

const dayOf = (n: number, { today }: BenchWorld): string =>
  openDays(today)[Math.floor(n / SECTIONS) % 3] ?? today;
const sectionOf = (n: number): number => (n % SECTIONS) + 1;

// Above 2.0. Processor time of a read on two busy cores: product 0.9 ms in Node and 1.2 to 1.3 in Postgres, floor 0.35 and
// 0.55. Alone on one connection, in ms of Postgres: the opening of the scope 0.04, the section 0.08, the calendar that says
// whether the day is closed 0.06, the register 0.68 (the floor's statement 0.45, the same under row security 0.59), the read
// log 0.16 for one read and 0.05 each for four that are committed together; nothing is shown before that.
export const registerRead: Scenario = {
  name: 'register',
  title: 'Register of 25 children, read',
  prepare: PLANT_CLASS + PLANT_REGISTERS,
  request: (n, world) =>
    readRequest(attendanceContract.register, {
      sectionId: benchId(`section${sectionOf(n)}`),
      onDate: dayOf(n, world),
    }),
  floor: async ({ pool, query, centre }) => {
    const { rows } = await pool.query({
      name: 'register',
      text: READ,
      values: [centre, query['sectionId'], query['onDate']],
    });
    const [first] = rows;
    return {
      section: {
        id: first.section,
        franchiseeId: centre,
        label: first.label,
        startsAt: first.startsAt,
        endsAt: first.endsAt,
      },
      onDate: query['onDate'],
      status: first.register,
      closed: null,
      rows: rows.map((row) => ({
        enrolmentId: row.enrolmentId,
        name: row.name,
        rollNo: row.rollNo,
        hasAllergy: row.hasAllergy,
        code: row.code,
        inAt: row.inAt,
        outAt: row.outAt,
        reason: row.reason,
        note: row.note,
        version: row.version,
        leave: row.told ? `Announced: ${row.told}` : row.status === 'ON_HOLD' ? 'On hold' : null,
      })),
      can: { save: true, requestCorrection: false },
    };
  },
};

interface Op {
  opId: string;
  enrolmentId: string;
  code: 'P' | 'LATE';
  note: string;
  atDevice: string;
}
interface Body {
  sectionId: string;
  onDate: string;
  ops: Op[];
}

const MARKS = `select m.enrolment_id, m.code, m.note, m.version, m.op_id from bench_mark m where m.franchisee_id = $1 and m.on_date = $3 and m.section_id = $2`;
const WRITE = `
  insert into bench_mark (franchisee_id, on_date, enrolment_id, session, section_id, register_id, code, note, source, op_id, marked_at_device)
  select $1, $3, x."enrolmentId", 'MORNING', $2, $4, x.code, x.note, 'TEACHER', x."opId", x."atDevice"
    from jsonb_to_recordset($5::jsonb) as x ("opId" uuid, "enrolmentId" uuid, code text, note text, "atDevice" timestamptz)
  on conflict (franchisee_id, on_date, enrolment_id, session) do update set code = excluded.code, note = excluded.note, op_id = excluded.op_id, marked_at_device = excluded.marked_at_device`;

// Above 2.0: each of the 25 marks stands in the change audit with what it was and what it became; the floor keeps none
// (decision 0008). Alone on one connection, in ms of Postgres: the floor's write 0.6, the product's without audit 0.9, with it
// 2.1 (3.0 before decision 0031); of the 1.2 of the audit half is the difference of 25 rows, half their 25 rows in the log with
// its indexes. Of a whole save: product 1.9 ms in Node and 3.3 in Postgres, floor 0.8 and 0.9.
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
  floor: async ({ pool, body, centre }) => {
    const { sectionId, onDate, ops } = body as Body;
    const client = await pool.connect();
    try {
      await client.query('begin');
      const register = await client.query({
        name: 'register-lock',
        text: 'select id, status from attendance_register where franchisee_id = $1 and section_id = $2 and on_date = $3 for update',
        values: [centre, sectionId, onDate],
      });
      const roster = await client.query({
        name: 'register-roster',
        text: ROSTER,
        values: [centre, sectionId, onDate],
      });
      await client.query({ name: 'register-marks', text: MARKS, values: [centre, sectionId, onDate] });
      await client.query({
        name: 'register-write',
        text: WRITE,
        values: [centre, sectionId, onDate, register.rows[0]?.id, JSON.stringify(ops)],
      });
      await client.query('commit');
      const late = ops.filter(({ code }) => code === 'LATE').length;
      return {
        results: ops.map(({ opId, enrolmentId, code }) => ({
          opId,
          enrolmentId,
          outcome: 'APPLIED',
          code,
          version: 1,
          by: null,
        })),
        status: register.rows[0]?.status,
        strength: roster.rows.length,
        counts: { P: ops.length - late, LATE: late, EARLY: 0, HD: 0, A: 0, L: 0 },
        unmarked: roster.rows.length - ops.length,
        told: 0,
        toldAt: null,
      };
    } finally {
      client.release();
    }
  },
};
