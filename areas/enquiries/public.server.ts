// What the enquiries area offers to others inside their unit of work (areas/README §3).
export { isBskLevelTwo, type Stage } from './enquiry/enquiry.states.ts';
export { bucketOf } from './enquiry/bucket.ts';
export type { CaptureChild, CaptureContext, CaptureFamily, CapturedEnquiry } from './enquiry/capture-types.ts';
export { captureEnquiry, captureEnquiries } from './enquiry/capture-enquiry.server.ts';
export { enquiryCount, type EnquiryCount } from './enquiry/enquiry.queries.server.ts';
export {
  admissionCancelled, enquiriesByIds, enquiryForAdmission, type EnquiryForAdmission, type EnquiryLabel, type EnquiryState, linkHousehold, moveEnquiryStage, sourceOf,
} from './enquiry/offered.server.ts';
