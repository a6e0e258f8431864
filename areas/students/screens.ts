import { screens } from '@aangan/contract/screens.ts';

export const studentsScreens = screens('students', 'Students', {
  '/student/dashboard': { title: 'Student dashboard', module: 'StudentDashboard' },
  '/students/details/page/{current}': { title: 'Students', module: 'student' },
  '/students/detail/{ClassId?}/{SectionId?}/{FranchiseeId?}': {
    title: 'Classes and sections',
    module: 'student',
  },
  '/students/admissions-form/{admissionID}': {
    title: 'Admission form',
    module: ['student', 'AdmissionForm'],
  },
  '/student-account/details': { title: 'Fees', module: 'studentAccount' },
  '/student-account/transaction': { title: 'Transactions', module: 'studentAccount' },
  '/student-promotion/list': { title: 'Promotion', module: 'studentPromotionView' },
  '/student-promotion/all': { title: 'All promotions', module: 'studentPromotionView' },
  '/students/edit/{studentId}': { title: 'Student', module: 'student', write: true },
});
