import { randomUUID } from 'node:crypto';
import { academicYearOf, formatDate } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { inChosenCentre, personName } from '@aangan/server/sql.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import { decide, lockRow } from '@aangan/server/work/status-step.ts';
import { sql } from 'kysely';
import { refuseAcademics } from '../academics.refusals.ts';
import { calendarRules } from '../calendar/school-days.server.ts';
import { ensureMySection, sectionById } from '../structure/sections.server.ts';
import { attendanceContract, type Correction } from './attendance.contract.ts';
import { correctionStates } from './attendance.states.ts';
import { closedTitle, lockedSince, marksOf } from './register-rules.server.ts';

const MOST_ROWS = 200;

export const listCorrections = handle(attendanceContract.corrections, async ({ db, actor }) => {
  const { rows } = await sql<Correction & { requestedById: string }>`
    select c.id, c.on_date as "onDate", s.name as child, k.name || ' ' || n.name as section, c.old_code as "oldCode",
           c.new_code as "newCode", c.reason, c.status, c.version, c.requested_by as "requestedById",
           coalesce(${personName('u')}, '–') as "requestedBy", ${personName('d')} as "decidedBy", c.decision_note as "decisionNote"
      from attendance_correction c
      join enrolment e on e.franchisee_id = c.franchisee_id and e.id = c.enrolment_id
      join student s on s.franchisee_id = e.franchisee_id and s.id = e.student_id
      join section n on n.franchisee_id = c.franchisee_id and n.id = c.section_id join class k on k.id = n.class_id
      left join app_user u on u.id = c.requested_by left join app_user d on d.id = c.decided_by
     where ${inChosenCentre(actor, 'c.franchisee_id')}
     order by c.status <> 'REQUESTED', c.on_date desc, c.id limit ${MOST_ROWS}`.execute(db);
  const decides = mayCall(actor, attendanceContract.decideCorrection);
  return {
    rows: rows.map(({ requestedById, ...row }) => ({
      ...row,
      can: { decide: decides && row.status === 'REQUESTED' && requestedById !== actor.userId },
    })),
  };
});

export const requestCorrection = handle(
  attendanceContract.requestCorrection,
  async ({ db, actor, input, now }) => {
    const { enrolmentId, onDate, newCode, reason } = input;
    const place = ensureFound(
      await db
        .selectFrom('placement')
        .select(['franchisee_id', 'section_id'])
        .where('enrolment_id', '=', enrolmentId)
        .where('from_on', '<=', onDate)
        .where(sql<boolean>`coalesce(before_on, 'infinity') > ${onDate}`)
        .executeTakeFirst(),
    );
    if (place.section_id === null) throw refuseAcademics('attendance.not-on-roll');
    const section = await ensureMySection(db, actor, place.section_id, onDate);
    const rules = await calendarRules(db, section.franchiseeId, academicYearOf(onDate));
    const closed = closedTitle(rules, section, onDate);
    if (closed !== null) throw refuseAcademics('attendance.day-closed', { details: { title: closed } });
    if (lockedSince(actor, onDate, now) === null) throw refuseAcademics('correction.not-needed');
    const [mark] = await marksOf(db, {
      franchiseeId: section.franchiseeId,
      enrolmentIds: [enrolmentId],
      from: onDate,
      to: onDate,
    });
    if (mark?.code === newCode)
      throw refuseAcademics('correction.same', { fields: { newCode: 'This is what stands there' } });
    const open = await db
      .selectFrom('attendance_correction')
      .select('id')
      .where('franchisee_id', '=', section.franchiseeId)
      .where('enrolment_id', '=', enrolmentId)
      .where('on_date', '=', onDate)
      .where('status', '=', 'REQUESTED')
      .executeTakeFirst();
    if (open) throw refuseAcademics('correction.waits', { details: { date: formatDate(onDate) } });
    await db
      .insertInto('attendance_correction')
      .values({
        franchisee_id: section.franchiseeId,
        on_date: onDate,
        enrolment_id: enrolmentId,
        section_id: section.id,
        old_code: mark?.code ?? null,
        new_code: newCode,
        reason,
        requested_by: userIdOf(actor),
      })
      .execute();
    return {};
  },
);

export const decideCorrection = handle(
  attendanceContract.decideCorrection,
  async ({ db, actor, input, version, now }) => {
    const row = await lockRow(db, 'attendance_correction', input.id, version);
    const action = input.approve ? 'approve' : 'reject';
    await decide(db, actor, {
      states: correctionStates,
      table: 'attendance_correction',
      row,
      action,
      decision: input.approve ? 'APPROVE' : 'REJECT',
      makers: [row.requested_by],
      reason: input.note ?? null,
      set: { decided_by: userIdOf(actor), decided_at: now, decision_note: input.note ?? null },
    });
    if (!input.approve) return {};
    const { daySession } = await sectionById(db, row.section_id);
    const key = {
      franchisee_id: row.franchisee_id,
      section_id: row.section_id,
      on_date: row.on_date,
      session: daySession,
    };
    // A child that was never marked may stand in a section without a register of that day.
    await db
      .insertInto('attendance_register')
      .values(key)
      .onConflict((oc) => oc.doNothing())
      .execute();
    const register = await db
      .selectFrom('attendance_register')
      .select('id')
      .where('franchisee_id', '=', key.franchisee_id)
      .where('section_id', '=', key.section_id)
      .where('on_date', '=', key.on_date)
      .where('session', '=', key.session)
      .executeTakeFirstOrThrow();
    const values = {
      code: row.new_code,
      source: 'CORRECTION' as const,
      op_id: randomUUID(),
      marked_by: row.requested_by,
      note: row.reason.slice(0, 200),
    };
    await db
      .insertInto('attendance_mark')
      .values({ ...key, enrolment_id: row.enrolment_id, register_id: register.id, ...values })
      .onConflict((oc) =>
        oc.columns(['franchisee_id', 'on_date', 'enrolment_id', 'session']).doUpdateSet(values),
      )
      .execute();
    return {};
  },
);
