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
  '/mother-toddler-program/view-onboarded-student': {
    title: 'Mother toddler programme',
    module: 'motherToddlerProgram',
  },
  '/mother-toddler-program/assign-new-class/{studentID?}/{studentAdmissionID?}': {
    title: 'Assign a class',
    module: 'motherToddlerProgram',
    write: true,
  },
  '/mother-toddler-program/view-student-class/{studentID?}': {
    title: 'Class of a toddler',
    module: 'motherToddlerProgram',
  },
  '/mother-toddler-program/edit-student-class/{studentID?}': {
    title: 'Change a class',
    module: 'motherToddlerProgram',
    write: true,
  },
  '/student-promotion/list': { title: 'Promotion', module: 'studentPromotionView' },
  '/student-promotion/all': { title: 'All promotions', module: 'studentPromotionView' },
  '/students/edit/{studentId}': { title: 'Student', module: 'student', write: true },
});
