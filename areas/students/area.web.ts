import { screen, screens } from '@aangan/web/screens.ts';

export const studentsScreens = screens('students', 'Students', [
  screen({
    path: '/student/dashboard',
    title: 'Student dashboard',
    module: 'StudentDashboard',
    load: () => import('./home/student-dashboard.tsx').then((m) => m.StudentDashboard),
  }),
  screen({
    path: '/students/details/page/{current}',
    title: 'Students',
    module: 'student',
    load: () => import('./student/student-list.tsx').then((m) => m.StudentList),
  }),
  screen({
    path: '/students/edit/{studentId}',
    title: 'Student',
    module: 'student',
    write: true,
    load: () => import('./student/student-profile.tsx').then((m) => m.StudentProfile),
  }),
]);
