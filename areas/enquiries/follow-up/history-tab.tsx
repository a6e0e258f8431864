import { HistoryPanel } from '@aangan/web/record/history-panel.tsx';
import type { WorkingTabProps } from './working-enquiry.ts';

/** Who changed what of this enquiry. */
export const HistoryTab = ({ enquiry }: WorkingTabProps) => (
  <HistoryPanel kind="enquiry" id={enquiry.id} title="Changes" />
);
