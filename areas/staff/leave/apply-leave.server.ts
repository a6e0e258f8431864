// Asking for leave: what it would be, and the request itself. Its halves are held from then on.
import { todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { useFile } from '@aangan/server/files/files.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import { lockRow, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { keepsAttendance, ownEmployment } from '../own-rows.server.ts';
import { refuseStaff } from '../refusals.ts';
import { leaveContract } from './leave.contract.ts';
import { leaveYearOf } from './leave-count.ts';
import { freeSubstitutes, type LeaveSpan, shortagesOf } from './leave-facts.server.ts';
import { leaveRefusal, leaveTypeOf, type Measured, measure } from './leave-rules.server.ts';
import { tellDeciders } from './tell-leave.server.ts';

type Staff = RowIn<'staff'>;

/** Who takes the leave: oneself, or for who keeps the attendance somebody of the centre. */
async function takerOf(db: Db, actor: Actor, staffId: string | null | undefined): Promise<Staff> {
  const id = staffId ?? (await ownEmployment(db, actor)).id;
  const row = ensureFound(await db.selectFrom('staff').selectAll().where('id', '=', id).executeTakeFirst());
  if (row.user_id !== actor.userId && !keepsAttendance(actor)) throw refuse('row.not-found');
  if (row.status === 'LEFT' || row.status === 'REJECTED') throw refuseStaff('staff.not-employed');
  return row;
}

const spanOf = (input: LeaveSpan): LeaveSpan => ({
  fromOn: input.fromOn,
  fromHalf: input.fromHalf,
  toOn: input.toOn,
  toHalf: input.toHalf,
});

/** What the leave would be, and why it cannot be taken; the preview and the request must agree. */
async function weigh(
  db: Db,
  person: Staff,
  { actor, input, now }: { actor: Actor; input: LeaveSpan & { typeId: string }; now: Date },
) {
  const type = await leaveTypeOf(db, person.franchisee_id, input.typeId);
  const span = spanOf(input);
  const measured = await measure(db, person, type, span);
  const refusal = await leaveRefusal(db, person, {
    type,
    span,
    measured,
    today: todayIst(now),
    forOther: person.user_id !== actor.userId,
  });
  return { type, span, measured, refusal };
}

export const previewLeave = handle(leaveContract.preview, async ({ db, actor, input, now }) => {
  const person = await takerOf(db, actor, input.staffId);
  const who = { franchiseeId: person.franchisee_id, staffId: person.id };
  const { span, measured, refusal } = await weigh(db, person, { actor, input, now });
  return {
    halves: measured.counted,
    lines: [...measured.halves],
    balance: measured.balance,
    shortages: await shortagesOf(db, who, measured.halves),
    substitutes: await freeSubstitutes(db, who, span),
    refusal: refusal?.message ?? null,
  };
});

export const applyLeave = handle(leaveContract.apply, async ({ db, actor, input, now }) => {
  const person = await takerOf(db, actor, input.staffId);
  // Of two requests at once the second sees the first.
  await lockRow(db, 'staff', person.id);
  const { type, span, measured, refusal } = await weigh(db, person, { actor, input, now });
  if (refusal) throw refusal;
  await ensureSubstitute(db, person, input.substituteId);
  const id = await keep(db, person, { ...input, span, measured });
  if (input.fileId)
    await useFile(db, {
      fileId: input.fileId,
      franchiseeId: person.franchisee_id,
      area: 'staff',
      subjectKind: 'LEAVE_REQUEST',
      subjectId: id,
      accept: ['pdf', 'jpg', 'png'],
    });
  await tellDeciders(db, actor, { id, person, type: type.code, span });
  return { id };
});

/** Somebody else who works at the centre. */
export async function ensureSubstitute(
  db: Db,
  person: { franchisee_id: number; id: string },
  substituteId: string | null | undefined,
): Promise<void> {
  if (!substituteId) return;
  const found = await db
    .selectFrom('staff')
    .select('id')
    .where('franchisee_id', '=', person.franchisee_id)
    .where('id', '=', substituteId)
    .where('status', '=', 'APPROVED')
    .executeTakeFirst();
  if (!found || substituteId === person.id)
    throw refuse('input.invalid', {
      fields: { substituteId: 'Choose another approved person of the centre' },
    });
}

interface Asked {
  typeId: string;
  reason: string;
  substituteId?: string | null | undefined;
  fileId?: string | null | undefined;
  span: LeaveSpan;
  measured: Measured;
}

async function keep(db: Db, person: Staff, asked: Asked): Promise<string> {
  const { span, measured } = asked;
  const { id } = ensureFound(
    await db
      .insertInto('leave_request')
      .values({
        franchisee_id: person.franchisee_id,
        staff_id: person.id,
        user_id: person.user_id,
        type_id: asked.typeId,
        from_on: span.fromOn,
        from_half: span.fromHalf,
        to_on: span.toOn,
        to_half: span.toHalf,
        halves: measured.counted,
        leave_year: leaveYearOf(span.fromOn),
        reason: asked.reason,
        substitute_id: asked.substituteId ?? null,
        file_id: asked.fileId ?? null,
      })
      .returning('id')
      .executeTakeFirst(),
  );
  await db
    .insertInto('leave_request_half')
    .values(
      measured.halves.map(({ day, half, counted, off }) => ({
        franchisee_id: person.franchisee_id,
        request_id: id,
        staff_id: person.id,
        day,
        half,
        counted,
        why: off?.slice(0, 120) ?? null,
      })),
    )
    .execute();
  return id;
}
