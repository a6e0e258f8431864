import { screens } from '@aangan/contract/screens.ts';
import { staffModules as m } from './modules.ts';

export const staffScreens = screens('staff', 'Staff', {
  '/staff/details': { title: 'Staff', module: m.Staff },
  '/staff/documents/upload': { title: 'Staff documents', module: [m.Staff, m.staffApprove], write: true },
  '/staff/home': { title: 'My space', module: [m.TeacherAttendance, m.Staff] },
  '/staff/staffAttendance': { title: 'Staff attendance', module: m.CenterHeadAttendance },
  '/staff/teacherAttendance': { title: 'My attendance', module: m.TeacherAttendance },
  '/staff/edit/{staffId}': { title: 'Edit staff', module: m.Staff, write: true },
});
