import { recordLoads } from '@aangan/web/record/record-loads.tsx';
import { loadScreens } from '@aangan/web/screens.ts';
import { classGroup } from './class-group.record.ts';
import { academicsScreens } from './screens.ts';

export const academicsWeb = loadScreens(
  academicsScreens,
  {
    '/class/details': () => import('./class-details.tsx').then((m) => m.ClassDetails),
    '/class/add': () => import('./class-add.tsx').then((m) => m.ClassAdd),
    '/attendance/give-attendance': () =>
      import('./attendance/give-attendance.tsx').then((m) => m.GiveAttendance),
    '/attendance/report/{studentId}': () =>
      import('./attendance/attendance-report.tsx').then((m) => m.AttendanceReport),
    '/terms/term-details': () => import('./term/term-list.tsx').then((m) => m.TermList),
    '/terms/add-term': () => import('./term/term-form.tsx').then((m) => m.AddTerm),
    '/terms/edit-term/{termMapID}': () => import('./term/term-form.tsx').then((m) => m.EditTerm),
    '/academic-calender/creation': () => import('./calendar/calendar-start.tsx').then((m) => m.CalendarStart),
    '/academic-calender/update/{academicCalendarID}': () =>
      import('./calendar/calendar-planner.tsx').then((m) => m.CalendarPlanner),
  },
  [
    recordLoads(classGroup, {
      list: () => import('./structure/class-group-screens.tsx').then((m) => m.ClassGroupList),
      form: () => import('./structure/class-group-screens.tsx').then((m) => m.ClassGroupForm),
    }),
  ],
);
