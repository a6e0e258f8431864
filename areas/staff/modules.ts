import { modules } from '@aangan/contract/area.ts';

/** Module names of the staff area that its present screens use (areas/README §5.1). */
export const staffModules = modules({
  Staff: { title: 'Staff' },
  staffDashboard: { title: 'Staff dashboard' },
  staffApprove: { title: 'Approve staff' },
  CenterHeadAttendance: { title: 'Attendance of the centre’s staff' },
  TeacherAttendance: { title: 'Own attendance' },
});
