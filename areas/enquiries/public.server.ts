// What the enquiries area offers to others inside their unit of work (areas/README §3).

export { embedHostsOf } from './embed/embed-hosts.server.ts';
export { admissionCancelled, type EnquiryState, moveEnquiryStage } from './enquiry/admission-steps.server.ts';
export { bucketOf } from './enquiry/bucket.ts';
export { captureEnquiries, captureEnquiry } from './enquiry/capture-enquiry.server.ts';
export type {
  CaptureChild,
  CaptureContext,
  CapturedEnquiry,
  CaptureFamily,
} from './enquiry/capture-types.ts';
export { isBskLevelTwo, type Stage } from './enquiry/enquiry.states.ts';
export { type EnquiryCount, enquiryCount } from './enquiry/enquiry-figures.server.ts';
export { type EnquiryChild, enquiriesForIndent } from './enquiry/for-indent.server.ts';
export {
  type EnquiryForAdmission,
  type EnquiryLabel,
  enquiriesByIds,
  enquiryForAdmission,
  linkHousehold,
  sourceOf,
} from './enquiry/offered.server.ts';
export { recordFollowUp } from './enquiry/record-follow-up.server.ts';
