import { todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { ownChildren, seesMoney } from '../home/home.server.ts';
import { studentsByName } from '../student/find-students.server.ts';
import { resolveStudentRef, studentBrief } from '../student/student-refs.server.ts';
import { accountContract } from './account.contract.ts';

const FOUND = 20;

export const accountChild = handle(accountContract.child, async ({ db, actor, input, now }) => {
  const today = todayIst(now);
  if (actor.students === null)
    return {
      family: false,
      children: [],
      child: input.student === undefined ? null : await chosenChild(db, input.student, today),
    };
  const own = await ownChildren(db);
  const children = own.map(({ studentAdmissionId, callName }) => ({ studentAdmissionId, callName }));
  const picked = input.student
    ? ensureFound(own.find((one) => [one.studentAdmissionId, one.studentId].includes(input.student ?? '')))
    : own[0];
  if (!picked) return { family: true, children, child: null };
  const sees = await seesMoney(db, actor, picked);
  return {
    family: true,
    children,
    child: {
      studentAdmissionId: picked.studentAdmissionId,
      studentId: picked.studentId,
      name: picked.name,
      className: picked.className,
      sectionName: picked.sectionName,
      seesMoney: sees,
      payers: sees ? await payersOf(db, picked, today) : [],
    },
  };
});

async function chosenChild(db: Db, anyId: string, today: string) {
  const found = ensureFound(await resolveStudentRef(db, anyId));
  const studentId = ensureFound(found.studentId);
  const brief = ensureFound((await studentBrief(db, [studentId])).get(studentId));
  return {
    studentAdmissionId: found.studentAdmissionId,
    studentId,
    name: brief.label,
    className: brief.className,
    sectionName: brief.sectionName,
    seesMoney: true,
    payers: await payersOf(db, { franchiseeId: found.franchiseeId, studentId }, today),
  };
}

// rt_family reads its own row of `guardian` alone, so a parent gets the own share and nobody else's name.
const payersOf = (db: Db, child: { franchiseeId: number; studentId: string }, today: string) =>
  db
    .selectFrom('student_guardian as sg')
    .innerJoin('guardian as g', (j) =>
      j.onRef('g.franchisee_id', '=', 'sg.franchisee_id').onRef('g.id', '=', 'sg.guardian_id'),
    )
    .select(['g.name', 'sg.payer_share_bp as share'])
    .where('sg.franchisee_id', '=', child.franchiseeId)
    .where('sg.student_id', '=', child.studentId)
    .where('sg.payer_share_bp', '>', 0)
    .where((or) => or.or([or('sg.valid_to', 'is', null), or('sg.valid_to', '>=', today)]))
    .orderBy('sg.payer_share_bp', 'desc')
    .execute();

export const findAccount = handle(accountContract.find, async ({ db, actor, input }) => ({
  rows:
    actor.students === null
      ? await studentsByName(db, { franchiseeId: actor.franchiseeId, words: input.q, limit: FOUND })
      : [],
}));
