import { enquirySource } from './enquiry-source.record.ts';
import { enquirySubStatus } from './enquiry-sub-status.record.ts';
import { lostReason } from './lost-reason.record.ts';
import { RecordTab } from './record-tab.tsx';

export const SubStatusesTab = () => (
  <RecordTab record={enquirySubStatus} help="The detail within a status, as the counsellor notes it." />
);
export const LostReasonsTab = () => (
  <RecordTab record={lostReason} help="Why an enquiry ends, and when it is tried again." />
);
export const SourcesTab = () => (
  <RecordTab
    record={enquirySource}
    help="Where families come from; digital ones are answered against the clock."
  />
);
