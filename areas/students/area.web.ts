import { loadScreens } from '@aangan/web/screens.ts';
import { studentsScreens } from './screens.ts';

export const studentsWeb = loadScreens(studentsScreens, {
  '/student/dashboard': () => import('./home/student-dashboard.tsx').then((m) => m.StudentDashboard),
  '/students/details/page/{current}': () => import('./student/student-list.tsx').then((m) => m.StudentList),
  '/students/detail/{ClassId?}/{SectionId?}/{FranchiseeId?}': () =>
    import('./placement/student-detail.tsx').then((m) => m.StudentDetail),
  '/students/admissions-form/{admissionID}': () =>
    import('./account/admissions-form.tsx').then((m) => m.AdmissionsForm),
  '/student-account/details': () => import('./account/account-details.tsx').then((m) => m.AccountDetails),
  '/student-account/transaction': () =>
    import('./account/account-transaction.tsx').then((m) => m.AccountTransactions),
  '/student-promotion/list': () => import('./promotion/promotion-list.tsx').then((m) => m.PromotionList),
  '/student-promotion/all': () => import('./promotion/promotion-all.tsx').then((m) => m.PromotionAll),
  '/students/edit/{studentId}': () => import('./student/student-profile.tsx').then((m) => m.StudentProfile),
});
