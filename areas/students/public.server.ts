// What other areas may ask of students (areas/README §3). Writes happen in the caller's unit of work.
export { asFamily, type OwnChild } from './family/as-family.server.ts';
export { findFamily, guardiansToTell, guardiansWithMobile, linkedStudents } from './family/family.server.ts';
export {
  type ClassChildren,
  type EnrolmentFacts,
  type EnrolmentStatus,
  type EnrolmentsWanted,
  enrolmentsIn,
  type RosterChild,
  rosterOf,
  rosterRows,
  strengthOf,
} from './placement/roster.server.ts';
export {
  type AdmittedChild,
  childNumber,
  createStudentFromAdmission,
  type NewGuardian,
  newStudentAdmission,
} from './student/create-student.server.ts';
export { studentsByName } from './student/find-students.server.ts';
export {
  enrolledStudentIds,
  resolveStudentRef,
  type StudentBrief,
  studentBrief,
} from './student/student-refs.server.ts';
