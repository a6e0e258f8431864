import { modules } from '@aangan/contract/area.ts';

/** Module names of the students area (areas/README §5.1). */
export const studentModules = modules({
  student: { title: 'Students', staffApproval: true },
  StudentDashboard: { title: 'My child', student: true },
  studentAccount: { title: 'My account', student: true },
  studentPromotionView: { title: 'Promotion' },
  motherToddlerProgram: { title: 'Mother toddler programme' },
});
