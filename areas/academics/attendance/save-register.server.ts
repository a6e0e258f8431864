import type { Day } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
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
import { ensureOpen, type Mark, type RegisterChild, registerOf, sectionOn } from './register-rules.server.ts';

type Register = RowIn<'attendance_register'>;

export const saveRegister = handle(attendanceContract.save, async ({ db, actor, input, now }) => {
  const { sectionId, onDate, ops, submit } = input;
  const { section, closed } = await sectionOn(db, actor, sectionId, onDate);
  ensureOpen(actor, { onDate, now, closed });
  const { register, roster } = await openRegister(db, section, onDate);
  if (register.status === 'CANCELLED')
    throw refuseAcademics('attendance.day-closed', { details: { title: 'The centre is closed' } });

  const children = new Set(roster.map(({ enrolmentId }) => enrolmentId));
  const before = new Map<string, Mark>(
    roster.flatMap(({ mark }) => (mark ? [[mark.enrolmentId, mark] as const] : [])),
  );
  const marks = new Map(before);
  const results = [];
  for (const round of roundsOf(ops)) {
    const judged = round.map((op) => ({
      op,
      outcome: children.has(op.enrolmentId)
        ? outcomeOf(marks.get(op.enrolmentId), op)
        : ('NOT_ON_ROLL' as const),
    }));
    const applied = judged.flatMap(({ op, outcome }) => (outcome === 'APPLIED' ? [op] : []));
    for (const mark of await writeMarks(db, { section, register, ops: applied, by: userIdOf(actor) }))
      marks.set(mark.enrolmentId, mark);
    for (const { op, outcome } of judged) {
      const mark = marks.get(op.enrolmentId);
      results.push({
        opId: op.opId,
        enrolmentId: op.enrolmentId,
        outcome,
        code: mark?.code ?? null,
        version: mark?.version ?? 0,
        by: mark?.by ?? null,
      } as const);
    }
  }
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
function outcomeOf(there: Mark | undefined, op: MarkOp): 'APPLIED' | 'DUPLICATE' | 'CONFLICT' {
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

/** The register of the day, locked so that two devices follow each other, and what stands in it; made at the first mark. */
async function openRegister(
  db: Db,
  section: PlacedSection,
  onDate: Day,
): Promise<{ register: Register; roster: readonly RegisterChild[] }> {
  const key = {
    franchisee_id: section.franchiseeId,
    section_id: section.id,
    on_date: onDate,
    session: section.daySession,
  };
  // One behind the other in one write: the marks are read when the register is locked.
  const lock = () => Promise.all([lockRegister(db, key), registerOf(db, section.id, onDate)]);
  const [there, { children }] = await lock();
  if (there) return { register: there, roster: children };
  const [, [register, now]] = await Promise.all([
    db
      .insertInto('attendance_register')
      .values(key)
      .onConflict((oc) => oc.doNothing())
      .execute(),
    lock(),
  ]);
  return { register: ensureFound(register), roster: now.children };
}

const lockRegister = (
  db: Db,
  key: { franchisee_id: number; section_id: string; on_date: Day; session: PlacedSection['daySession'] },
): Promise<Register | undefined> =>
  db
    .selectFrom('attendance_register')
    .selectAll()
    .where('franchisee_id', '=', key.franchisee_id)
    .where('section_id', '=', key.section_id)
    .where('on_date', '=', key.on_date)
    .where('session', '=', key.session)
    .forUpdate()
    .executeTakeFirst();

async function writeMarks(
  db: Db,
  {
    section,
    register,
    ops,
    by,
  }: { section: PlacedSection; register: Register; ops: readonly MarkOp[]; by: string },
): Promise<Mark[]> {
  if (ops.length === 0) return [];
  // One parameter for any number of children: the statement stays the same, and prepared.
  const { rows } = await sql<{ enrolment_id: string; version: number }>`
    insert into attendance_mark (franchisee_id, on_date, enrolment_id, session, section_id, register_id, code, in_at, out_at, reason, note, source, op_id, marked_by, marked_at_device)
    select ${section.franchiseeId}, ${register.on_date}::date, x."enrolmentId", ${section.daySession}, ${section.id}::uuid, ${register.id}::uuid,
           x.code, x."inAt", x."outAt", x.reason, x.note, 'TEACHER', x."opId", ${by}::uuid, x."atDevice"
      from json_to_recordset(${JSON.stringify(ops)}::json) as x ("opId" uuid, "enrolmentId" uuid, code text, "inAt" time, "outAt" time, reason text, note text, "atDevice" timestamptz)
    on conflict (franchisee_id, on_date, enrolment_id, session) do update
      set section_id = excluded.section_id, register_id = excluded.register_id, code = excluded.code, in_at = excluded.in_at, out_at = excluded.out_at,
          reason = excluded.reason, note = excluded.note, source = excluded.source, op_id = excluded.op_id, marked_by = excluded.marked_by, marked_at_device = excluded.marked_at_device
    returning enrolment_id, version`.execute(db);
  const versions = new Map(rows.map((row) => [row.enrolment_id, row.version]));
  return ops.map((op) => ({
    sectionId: section.id,
    enrolmentId: op.enrolmentId,
    onDate: register.on_date,
    code: op.code,
    inAt: op.inAt,
    outAt: op.outAt,
    reason: op.reason,
    note: op.note,
    opId: op.opId,
    version: versions.get(op.enrolmentId) ?? 0,
    by: null,
  }));
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
    marks: ReadonlyMap<string, Mark>;
    /** Marks that parents were told of; null at the submission: nobody was. */
    before: ReadonlyMap<string, Mark> | null;
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
