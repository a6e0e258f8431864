import { RecordTab } from '@aangan/web/record/record-tab.tsx';
import { enquirySource } from './enquiry-source.record.ts';
import { enquirySubStatus } from './enquiry-sub-status.record.ts';
import { lostReason } from './lost-reason.record.ts';

export const SubStatusesTab = () => (
  <RecordTab
    refresh={['enquiry']}
    record={enquirySubStatus}
    help="The detail within a status, as the counsellor notes it."
  />
);
export const LostReasonsTab = () => (
  <RecordTab
    refresh={['enquiry']}
    record={lostReason}
    help="Why an enquiry ends, and when it is tried again."
  />
);
export const SourcesTab = () => (
  <RecordTab
    refresh={['enquiry']}
    record={enquirySource}
    help="Where families come from; digital ones are answered against the clock."
  />
);
