import { loadScreens } from '@aangan/web/screens.ts';
import { reportsScreens } from './screens.ts';

const reportScreens = () => import('./report-screens.tsx');

export const reportsWeb = loadScreens(reportsScreens, {
  '/report/home': () => import('./hub/report-home.tsx').then((m) => m.ReportHome),
  '/report/order-report': () => reportScreens().then((m) => m.OrderReport),
  '/report/order-purchase-report': () => reportScreens().then((m) => m.OrderPurchaseReport),
  '/report/order-tats-report': () => reportScreens().then((m) => m.OrderTatReport),
  '/report/ledger-report': () => reportScreens().then((m) => m.LedgerReport),
  '/ie-app-status/parentsStatusReport': () => reportScreens().then((m) => m.ParentsAppStatus),
  '/student-progress-report/home': () => reportScreens().then((m) => m.StudentProgress),
  '/teacher-progress-report/home': () => reportScreens().then((m) => m.TeacherProgress),
  '/schedule-report/home': () => import('./schedule/schedule-list.tsx').then((m) => m.ScheduleHome),
  '/report/royalty-report': () => reportScreens().then((m) => m.RoyaltyReport),
});
