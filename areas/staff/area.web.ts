import { loadScreens } from '@aangan/web/screens.ts';
import { staffScreens } from './screens.ts';

export const staffWeb = loadScreens(staffScreens, {
  '/staff/dashboard': () => import('./dashboard/staff-dashboard.tsx').then((m) => m.StaffDashboard),
  '/staff/cron': () => import('./dashboard/staff-jobs.tsx').then((m) => m.StaffJobs),
  '/staff/details': () => import('./staff/staff-screen.tsx').then((m) => m.StaffScreen),
  '/staff/documents/upload': () => import('./document/documents-screen.tsx').then((m) => m.DocumentsScreen),
  '/staff/home': () => import('./day/home-screen.tsx').then((m) => m.StaffHome),
  '/staff/staffAttendance': () => import('./day/register-screen.tsx').then((m) => m.RegisterScreen),
  '/staff/teacherAttendance': () => import('./day/own-attendance.tsx').then((m) => m.OwnAttendance),
  '/staff/leaveReport': () => import('./leave/leave-report.tsx').then((m) => m.LeaveReport),
  '/staff/applyAttendance': () => import('./request/apply-attendance.tsx').then((m) => m.ApplyAttendance),
  '/staff/applyLeave': () => import('./leave/apply-leave.tsx').then((m) => m.ApplyLeave),
  '/staff/attendanceView/{id}': () => import('./request/attendance-view.tsx').then((m) => m.AttendanceView),
  '/staff/leaveView/{id}': () => import('./leave/leave-view.tsx').then((m) => m.LeaveView),
  '/staff/edit/{staffId}': () => import('./staff/staff-form.tsx').then((m) => m.StaffForm),
});
