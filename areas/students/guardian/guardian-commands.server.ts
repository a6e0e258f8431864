import { addDays, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { useFile } from '@aangan/server/files/files.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { holdsCode, refuseApproval } from '@aangan/server/work/approval.ts';
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import { lockRow, noteStep, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql, type Updateable } from 'kysely';
import type { DB } from '../../../db/types.ts';
import { refuseStudent } from '../refusals.ts';
import { guardianContract } from './guardian.contract.ts';

/** areas/students.md 3.3, group COURT. */
const COURT_PAPERS = 'STUDENT_COURT_PAPERS';

type Link = RowIn<'student_guardian'>;

/** A guardian's link to a child that holds today; the child is locked, so its guardians change one after the other. */
async function lockLink(
  db: Db,
  { studentId, guardianId, now }: { studentId: string; guardianId: string; now: Date },
): Promise<Link> {
  const student = await lockRow(db, 'student', studentId);
  const link = await db
    .selectFrom('student_guardian')
    .selectAll()
    .where('franchisee_id', '=', student.franchisee_id)
    .where('student_id', '=', studentId)
    .where('guardian_id', '=', guardianId)
    .where((or) => or.or([or('valid_to', 'is', null), or('valid_to', '>=', todayIst(now))]))
    .executeTakeFirst();
  return ensureFound(link);
}

const change = (db: Db, link: Link, set: Updateable<DB['student_guardian']>) =>
  db
    .updateTable('student_guardian')
    .set(set)
    .where('franchisee_id', '=', link.franchisee_id)
    .where('student_id', '=', link.student_id)
    .where('guardian_id', '=', link.guardian_id)
    .execute();

/** Why, for the child's record. */
const note = (db: Db, link: Link, step: { action: string; from: string; to: string; reason: string }) =>
  noteStep(db, {
    franchiseeId: link.franchisee_id,
    subject: 'student_guardian',
    id: link.guardian_id,
    action: step.action,
    from: step.from,
    to: step.to,
    reason: step.reason,
  });

export const saveGuardian = handle(guardianContract.save, async ({ db, input, now }) => {
  const { studentId, guardianId } = input;
  const person = {
    name: input.name,
    mobile: input.mobile ?? null,
    email: input.email ?? null,
    occupation: input.occupation ?? null,
    relation_default: input.relation,
  };
  if (guardianId === undefined) {
    const student = await lockRow(db, 'student', studentId);
    const { id } = await db
      .insertInto('guardian')
      .values({ ...person, franchisee_id: student.franchisee_id, family_id: student.family_id })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('student_guardian')
      .values({
        franchisee_id: student.franchisee_id,
        student_id: studentId,
        guardian_id: id,
        relation: input.relation,
        valid_from: todayIst(now),
      })
      .execute();
    return { id };
  }
  const link = await lockLink(db, { studentId, guardianId, now });
  const known = await lockRow(db, 'guardian', guardianId);
  // The account keeps the number it was verified with; its owner changes it in the own profile.
  if (known.user_id !== null && known.mobile !== person.mobile) throw refuseStudent('guardian.signs-in');
  await db
    .updateTable('guardian')
    .set({ ...person, ...(known.mobile === person.mobile ? {} : { mobile_verified_at: null }) })
    .where('franchisee_id', '=', known.franchisee_id)
    .where('id', '=', guardianId)
    .execute();
  await change(db, link, { relation: input.relation });
  return { id: guardianId };
});

export const setRights = handle(guardianContract.setRights, async ({ db, input, now }) => {
  const link = await lockLink(db, { ...input, now });
  ensure(!link.restricted, () => refuseStudent('guardian.restricted'));
  if (link.is_primary && !input.isPrimary) throw refuseStudent('guardian.first-contact');
  if (input.isPrimary && !link.is_primary)
    await sql`update student_guardian set is_primary = false where franchisee_id = ${link.franchisee_id} and student_id = ${link.student_id} and is_primary`.execute(
      db,
    );
  await change(db, link, {
    portal: input.portal,
    gets_messages: input.getsMessages,
    may_pick_up: input.mayPickUp,
    lives_with: input.livesWith,
    is_primary: input.isPrimary,
  });
  return { id: input.guardianId };
});

export const setShares = handle(guardianContract.setShares, async ({ db, input, now }) => {
  const { studentId, shares } = input;
  ensure(new Set(shares.map((share) => share.guardianId)).size === shares.length, () =>
    refuse('input.invalid', { fields: { shares: 'Name each guardian once' } }),
  );
  const total = shares.reduce((sum, share) => sum + share.bp, 0);
  ensure(total === 10_000, () =>
    refuse('input.invalid', { fields: { shares: `The parts make ${total / 100} %, not 100 %` } }),
  );
  const student = await lockRow(db, 'student', studentId);
  const { franchisee_id } = student;
  await sql`update student_guardian set payer_share_bp = 0 where franchisee_id = ${franchisee_id} and student_id = ${studentId}`.execute(
    db,
  );
  for (const { guardianId, bp } of shares)
    await change(db, await lockLink(db, { studentId, guardianId, now }), { payer_share_bp: bp });
  return { id: studentId };
});

function ensureCourtPapers(actor: Actor): void {
  ensure(holdsCode(actor, COURT_PAPERS), () => refuseApproval('approval.code-missing'));
}

export const restrictGuardian = handle(guardianContract.restrict, async ({ db, actor, input, now }) => {
  ensureCourtPapers(actor);
  const link = await lockLink(db, { ...input, now });
  ensure(!link.restricted, () => refuseStudent('guardian.restricted'));
  // Somebody else must answer for the child before: messages and the app need a first contact.
  ensure(!link.is_primary, () => refuseStudent('guardian.first-contact'));
  await change(db, link, {
    restricted: true,
    portal: 'NONE',
    gets_messages: false,
    may_pick_up: false,
    restriction_file_id: input.fileId ?? null,
  });
  if (input.fileId)
    await useFile(db, {
      franchiseeId: link.franchisee_id,
      fileId: input.fileId,
      area: 'students',
      subjectKind: 'student-restriction',
      subjectId: link.guardian_id,
      accept: ['pdf', 'jpg', 'png'],
      maxBytes: 10 * 1024 * 1024,
    });
  await note(db, link, { action: 'restrict', from: 'FREE', to: 'RESTRICTED', reason: input.reason });
  return { id: input.guardianId };
});

export const liftRestriction = handle(guardianContract.lift, async ({ db, actor, input, now }) => {
  ensureCourtPapers(actor);
  const link = await lockLink(db, { ...input, now });
  ensure(link.restricted, () => refuseStudent('guardian.not-restricted'));
  await change(db, link, { restricted: false });
  await note(db, link, { action: 'lift', from: 'RESTRICTED', to: 'FREE', reason: input.reason });
  return { id: input.guardianId };
});

export const endGuardian = handle(guardianContract.end, async ({ db, input, now }) => {
  const link = await lockLink(db, { ...input, now });
  // The card carries the warning: lifting it first asks for the court's papers.
  ensure(!link.restricted, () => refuseStudent('guardian.restricted'));
  ensure(!link.is_primary, () => refuseStudent('guardian.first-contact'));
  ensure(link.payer_share_bp === 0, () => refuseStudent('guardian.pays'));
  // A day before: from this moment on nothing of the child is theirs.
  await change(db, link, { valid_to: addDays(todayIst(now), -1) });
  await note(db, link, { action: 'end', from: 'FREE', to: 'ENDED', reason: input.reason });
  return { id: input.guardianId };
});
