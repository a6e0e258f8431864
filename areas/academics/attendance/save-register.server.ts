import type { Day } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { fixedQuery, place } from '@aangan/server/fixed-query.ts';
import { personName } from '@aangan/server/sql.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import { moveStatus, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { refuseAcademics } from '../academics.refusals.ts';
import type { PlacedSection } from '../structure/sections.server.ts';
import { type AbsentChild, noticeAt, tellAbsences, tellArrival } from './absence-messages.server.ts';
import { attendanceContract, type MarkOp } from './attendance.contract.ts';
import { registerStates } from './attendance.states.ts';
import { type AttendanceCode, countCodes } from './attendance-codes.ts';
import { type DayMark, type DayRegister, dayRegister, type RegisterChild } from './day-register.server.ts';
import { ensureOpen } from './register-rules.server.ts';

type Register = Pick<
  RowIn<'attendance_register'>,
  'id' | 'franchisee_id' | 'section_id' | 'on_date' | 'status'
>;

export const saveRegister = handle(attendanceContract.save, async ({ db, actor, input, now }) => {
  const { onDate, ops, submit } = input;
  const [there, day] = await lockAndRead(db, actor, input);
  const { section } = day;
  ensureOpen(actor, { onDate, now, closed: day.closed });
  const { register, roster } = there
    ? { register: there, roster: day.children }
    : await beginRegister(db, actor, section, onDate);
  if (register.status === 'CANCELLED')
    throw refuseAcademics('attendance.day-closed', { details: { title: 'The centre is closed' } });

  const children = new Set(roster.map(({ enrolmentId }) => enrolmentId));
  const before = new Map<string, DayMark>(
    roster.flatMap(({ enrolmentId, mark }) => (mark ? [[enrolmentId, mark] as const] : [])),
  );
  const marks = new Map(before);
  const judgedOps = [];
  for (const round of roundsOf(ops)) {
    const judged = round.map((op) => ({
      op,
      outcome: children.has(op.enrolmentId)
        ? outcomeOf(marks.get(op.enrolmentId), op)
        : ('NOT_ON_ROLL' as const),
    }));
    const applied = judged.flatMap(({ op, outcome }) => (outcome === 'APPLIED' ? [op] : []));
    for (const [enrolmentId, mark] of await writeMarks(db, {
      section,
      register,
      ops: applied,
      by: userIdOf(actor),
    }))
      marks.set(enrolmentId, mark);
    for (const { op, outcome } of judged) judgedOps.push({ op, outcome, mark: marks.get(op.enrolmentId) });
  }
  const names = await namesOfMarkers(
    db,
    judgedOps.flatMap(({ mark }) => mark?.markedBy ?? []),
  );
  const results = judgedOps.map(({ op, outcome, mark }) => ({
    opId: op.opId,
    enrolmentId: op.enrolmentId,
    outcome,
    code: mark?.code ?? null,
    version: mark?.version ?? 0,
    by: (mark?.markedBy && names.get(mark.markedBy)) || null,
  }));
  const unmarked = roster.filter((child) => !marks.has(child.enrolmentId)).length;
  const submits = submit && unmarked === 0 && register.status === 'OPEN';
  const status = submits ? await submitRegister(db, register, userIdOf(actor), now) : register.status;
  const told =
    status === 'SUBMITTED'
      ? await tellParents(db, { section, onDate, now, roster, marks, before: submits ? null : before })
      : 0;
  return {
    results,
    status,
    strength: roster.length,
    counts: countCodes(roster.flatMap((child) => marks.get(child.enrolmentId)?.code ?? [])),
    unmarked,
    told,
    toldAt: told > 0 ? noticeAt(section, onDate, now).toISOString() : null,
  };
});

/** A child stands once in a round, so that a round is one statement; a second mark of a child meets the first. */
function roundsOf(ops: readonly MarkOp[]): MarkOp[][] {
  const rounds: MarkOp[][] = [];
  const seen = new Map<string, number>();
  for (const op of ops) {
    const n = seen.get(op.enrolmentId) ?? 0;
    seen.set(op.enrolmentId, n + 1);
    rounds[n] = [...(rounds[n] ?? []), op];
  }
  return rounds;
}

/** Sent again or the same value: nothing to do. Another value over a mark that was not seen: both are shown. */
function outcomeOf(there: DayMark | undefined, op: MarkOp): 'APPLIED' | 'DUPLICATE' | 'CONFLICT' {
  if (!there) return 'APPLIED';
  if (there.opId === op.opId) return 'DUPLICATE';
  const same =
    there.code === op.code &&
    there.inAt === op.inAt &&
    there.outAt === op.outAt &&
    there.reason === op.reason &&
    there.note === op.note;
  if (same) return 'DUPLICATE';
  return there.version === op.baseVersion ? 'APPLIED' : 'CONFLICT';
}

const lockRegister = fixedQuery<Register>(
  () => sql<Register>`
    select g.id, g.franchisee_id, g.section_id, g.on_date, g.status
      from section s join attendance_register g on g.franchisee_id = s.franchisee_id and g.section_id = s.id and g.session = s.day_session
     where s.id = ${place(1)} and g.on_date = ${place(2)} for update of g`,
);

/**
 * The register of the day, locked so that two devices follow each other, and what stands in it. One behind the other in one
 * write: the marks are read when the register is locked.
 */
async function lockAndRead(
  db: Db,
  actor: Actor,
  asked: { sectionId: string; onDate: Day },
): Promise<[Register | undefined, DayRegister]> {
  const [[register], day] = await Promise.all([
    lockRegister(db, [asked.sectionId, asked.onDate]),
    dayRegister(db, actor, asked),
  ]);
  return [register, day];
}

/** Made at the first mark; another device may make it in the same moment. */
async function beginRegister(
  db: Db,
  actor: Actor,
  section: PlacedSection,
  onDate: Day,
): Promise<{ register: Register; roster: readonly RegisterChild[] }> {
  const [, [register, { children }]] = await Promise.all([
    db
      .insertInto('attendance_register')
      .values({
        franchisee_id: section.franchiseeId,
        section_id: section.id,
        on_date: onDate,
        session: section.daySession,
      })
      .onConflict((oc) => oc.doNothing())
      .execute(),
    lockAndRead(db, actor, { sectionId: section.id, onDate }),
  ]);
  return { register: ensureFound(register), roster: children };
}

const insertMarks = fixedQuery<{ enrolment_id: string; version: number }>(
  () => sql`
    insert into attendance_mark (franchisee_id, on_date, enrolment_id, session, section_id, register_id, code, in_at, out_at, reason, note, source, op_id, marked_by, marked_at_device, created_by)
    select ${place(1)}::int, ${place(2)}::date, x."enrolmentId", ${place(3)}, ${place(4)}::uuid, ${place(5)}::uuid,
           x.code, x."inAt", x."outAt", x.reason, x.note, 'TEACHER', x."opId", ${place(6)}::uuid, x."atDevice", ${place(6)}::uuid
      from json_to_recordset(${place(7)}::json) as x ("opId" uuid, "enrolmentId" uuid, code text, "inAt" time, "outAt" time, reason text, note text, "atDevice" timestamptz)
    on conflict (franchisee_id, on_date, enrolment_id, session) do update
      set section_id = excluded.section_id, register_id = excluded.register_id, code = excluded.code, in_at = excluded.in_at, out_at = excluded.out_at,
          reason = excluded.reason, note = excluded.note, source = excluded.source, op_id = excluded.op_id, marked_by = excluded.marked_by, marked_at_device = excluded.marked_at_device
    returning enrolment_id, version`,
);

/** Writes the marks in one statement, one parameter for any number of children; gives them by child as they stand then. */
async function writeMarks(
  db: Db,
  {
    section,
    register,
    ops,
    by,
  }: { section: PlacedSection; register: Register; ops: readonly MarkOp[]; by: string },
): Promise<[string, DayMark][]> {
  if (ops.length === 0) return [];
  const rows = await insertMarks(db, [
    section.franchiseeId,
    register.on_date,
    section.daySession,
    section.id,
    register.id,
    by,
    JSON.stringify(ops),
  ]);
  const versions = new Map(rows.map((row) => [row.enrolment_id, row.version]));
  return ops.map(({ enrolmentId, code, inAt, outAt, reason, note, opId }) => [
    enrolmentId,
    // The own mark needs no name beside it.
    { code, inAt, outAt, reason, note, opId, version: versions.get(enrolmentId) ?? 0, markedBy: null },
  ]);
}

/** Whose mark stands instead of the one that was sent. */
async function namesOfMarkers(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; name: string | null }>`
    select u.id, ${personName('u')} as name from app_user u where u.id = any (${[...new Set(ids)]}::uuid[])`.execute(
    db,
  );
  return new Map(rows.flatMap(({ id, name }) => (name === null ? [] : [[id, name]])));
}

async function submitRegister(db: Db, register: Register, userId: string, now: Date): Promise<'SUBMITTED'> {
  await moveStatus(db, {
    states: registerStates,
    table: 'attendance_register',
    row: register,
    action: 'submit',
    set: { submitted_by: userId, submitted_at: now },
  });
  await sql`update absence_note n set status = 'SEEN' from placement p
     where n.franchisee_id = ${register.franchisee_id} and n.status = 'SENT' and ${register.on_date}::date between n.from_on and n.to_on
       and p.franchisee_id = n.franchisee_id and p.enrolment_id = n.enrolment_id and p.section_id = ${register.section_id}`.execute(
    db,
  );
  return 'SUBMITTED';
}

/** Newly absent children without an announced leave are told of; those who are here after all are taken back. */
async function tellParents(
  db: Db,
  of: {
    section: PlacedSection;
    onDate: Day;
    now: Date;
    roster: readonly RegisterChild[];
    marks: ReadonlyMap<string, DayMark>;
    /** Marks that parents were told of; null at the submission: nobody was. */
    before: ReadonlyMap<string, DayMark> | null;
  },
): Promise<number> {
  const { section, onDate, now } = of;
  const absent: AbsentChild[] = [];
  for (const child of of.roster) {
    const { enrolmentId } = child;
    const mark = of.marks.get(enrolmentId);
    const was: AttendanceCode | null = of.before?.get(enrolmentId)?.code ?? null;
    if (!mark || child.told || (mark.code === 'A') === (was === 'A')) continue;
    const one = { enrolmentId, studentId: child.studentId, name: child.name, version: mark.version };
    if (mark.code === 'A') absent.push(one);
    else await tellArrival(db, { section, onDate, now, child: one });
  }
  return tellAbsences(db, { section, onDate, now, children: absent });
}
