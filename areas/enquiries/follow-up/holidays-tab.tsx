import { RecordTab } from '@aangan/web/record/record-tab.tsx';
import { deskHoliday } from './desk-holiday.record.ts';

/** Next dates and first answers skip these days. */
export const HolidaysTab = () => (
  <RecordTab
    refresh={['enquiry']}
    record={deskHoliday}
    help="Days on which nobody works at the enquiry desk. Sundays are free anyway."
  />
);
