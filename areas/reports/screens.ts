import { screens } from '@aangan/contract/screens.ts';
import { reportsModules as m } from './modules.ts';

export const reportsScreens = screens('reports', 'Reports', {
  '/report/home': { title: 'All reports', module: m.ReportDetails },
  '/report/order-report': { title: 'Order report', module: m.ReportDetails },
  '/report/order-purchase-report': { title: 'Order purchase report', module: m.ReportDetails },
  '/report/order-tats-report': { title: 'Order TAT report', module: m.ReportDetails },
  '/report/ledger-report': { title: 'Ledger report', module: m.ReportDetails },
  '/ie-app-status/parentsStatusReport': { title: 'Parents’ app status', module: m.parentsAppStatus },
  '/student-progress-report/home': { title: 'Student progress', module: m.StudentProgressReport },
  '/teacher-progress-report/home': { title: 'Teacher progress', module: m.TeacherProgressReport },
  '/schedule-report/home': { title: 'Scheduled reports', module: m.scheduleReports },
  '/report/royalty-report': { title: 'Royalty report', module: m.ReportDetails },
});
