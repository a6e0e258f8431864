import { trainingModules as m } from '../modules.ts';

const enrol = { module: m.teacherEnrollment } as const;

export const enrollmentScreens = {
  // Who decides meets here what waits.
  '/self-training/teacher-enrollment': {
    title: 'Enrolments',
    module: [m.teacherEnrollment, m.approveTeacherEnrollment],
  },
  '/self-training/add-teacher-enrollment': { title: 'Enrol staff', ...enrol, write: true },
  '/self-training/edit-teacher-enrollment/{enrollID}': { title: 'Enrolment', ...enrol, write: true },
  '/self-training/approve-teacher-enrollment/{enrollID}': {
    title: 'Decide on an enrolment',
    module: m.approveTeacherEnrollment,
    write: true,
  },
} as const;
