import type { OutputOf } from '@aangan/contract/endpoint.ts';
import type { enquiryContract } from '../enquiry/enquiry.contract.ts';

/** The whole enquiry, as the working screen and its tabs have it. */
export type WorkingEnquiry = OutputOf<typeof enquiryContract.get>;

export interface WorkingTabProps {
  enquiry: WorkingEnquiry;
}
