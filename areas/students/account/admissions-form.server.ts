import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import { admissionFormView } from '../../admissions/public.server.ts';
import { resolveStudentRef, studentBrief } from '../student/student-refs.server.ts';
import { admissionsFormContract } from './admissions-form.contract.ts';

export const openAdmissionsForm = handle(admissionsFormContract.get, async ({ db, input }) => {
  const found = ensureFound(await resolveStudentRef(db, input.id));
  const studentId = ensureFound(found.studentId);
  const brief = ensureFound((await studentBrief(db, [studentId])).get(studentId));
  const view = await admissionFormView(db, { franchiseeId: found.franchiseeId, studentId });
  return {
    studentId,
    name: brief.label,
    className: brief.className,
    form: view?.submitted
      ? {
          admissionId: view.admissionId,
          number: view.number,
          submittedAt: view.submitted.at,
          signedBy: view.submitted.signedBy,
          formVersion: view.submitted.formVersion,
          answers: view.submitted.answers.map(([label, text]) => ({ label, text })),
        }
      : null,
    documents: view?.documents ?? [],
  };
});
