import { screens } from '@aangan/contract/screens.ts';
import { staffModules as m } from './modules.ts';

export const staffScreens = screens('staff', 'Staff', {
  '/staff/dashboard': { title: 'Staff dashboard', module: m.staffDashboard },
  '/staff/cron': { title: 'Jobs of staff', module: 'cronDashboard' },
  '/staff/details': { title: 'Staff', module: m.Staff },
  '/staff/documents/upload': { title: 'Staff documents', module: [m.Staff, m.staffApprove], write: true },
  '/staff/home': { title: 'My space', module: [m.TeacherAttendance, m.Staff] },
  '/staff/staffAttendance': { title: 'Staff attendance', module: m.CenterHeadAttendance },
  '/staff/teacherAttendance': { title: 'My attendance', module: m.TeacherAttendance },
  '/staff/leaveReport': { title: 'Leave', module: [m.CenterHeadAttendance, m.TeacherAttendance] },
  '/staff/applyAttendance': {
    title: 'Request a correction',
    module: [m.TeacherAttendance, 'level_8'],
    write: true,
  },
  '/staff/applyLeave': { title: 'Apply for leave', module: [m.TeacherAttendance, 'level_8'], write: true },
  '/staff/attendanceView/{id}': {
    title: 'Attendance request',
    module: [m.TeacherAttendance, m.CenterHeadAttendance],
  },
  '/staff/leaveView/{id}': { title: 'Leave request', module: [m.CenterHeadAttendance, m.TeacherAttendance] },
  '/staff/edit/{staffId}': { title: 'Edit staff', module: m.Staff, write: true },
});
