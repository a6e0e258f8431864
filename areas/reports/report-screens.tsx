import { ReportScreen } from '@aangan/web/report/report-screen.tsx';
import { StudentProgressViews } from '../academics/public.web.tsx';
import { OrderReportViews } from '../orders/public.web.tsx';
import { AppStatusViews } from '../students/public.web.tsx';
import { TeacherProgressView } from '../training/public.web.tsx';
import { type ReportEntry, reportEntries } from './catalogue.ts';

const Screen = ({ of: { title, views, param } }: { of: ReportEntry }) => (
  <ReportScreen
    title={title}
    {...(param ? { param } : {})}
    views={views.map(({ value, of }) => ({ value, label: of.title, of }))}
  />
);

export const LedgerReport = () => <Screen of={reportEntries.ledger} />;
export const RoyaltyReport = () => <Screen of={reportEntries.royalty} />;
export const OrderPurchaseReport = () => <Screen of={reportEntries.purchase} />;
export const OrderTatReport = () => <Screen of={reportEntries.tat} />;
export const TeacherProgress = () => <TeacherProgressView />;
export const StudentProgress = () => <StudentProgressViews />;
export const ParentsAppStatus = () => <AppStatusViews />;
/** Its rows are lists: they are sorted, searched and paged where they lie. */
export const OrderReport = () => <OrderReportViews />;
