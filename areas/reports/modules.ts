import { modules } from '@aangan/contract/area.ts';

/** Each figure asks for the module of the area it comes from, too (areas/reports.md 7). */
export const reportsModules = modules({
  ReportDetails: { title: 'Report details' },
  StudentProgressReport: { title: 'Student progress report' },
  TeacherProgressReport: { title: 'Teacher progress report' },
  scheduleReports: { title: 'Schedule reports' },
  parentsAppStatus: { title: 'Parents app status' },
});
