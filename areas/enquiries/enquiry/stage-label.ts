// How stages and statuses read on screens. The specification's values stay the values in data, API and exports.
import type { SpancoStatus } from './enquiry.states.ts';

const statusNames: Readonly<Record<SpancoStatus, string>> = {
  Suspect: 'New',
  Prospect: 'Contacted',
  Approach: 'Visited',
  Negotiation: 'Deciding',
  Closing: 'Fee due',
  Order: 'Admitted',
  Lost: 'Lost',
};
const isStatus = (status: string): status is SpancoStatus => Object.hasOwn(statusNames, status);

export const stageLabel = (stage: string): string => (stage === 'Yet_to_call' ? 'To call' : stage);

export const statusLabel = (status: string): string => (isStatus(status) ? statusNames[status] : status);

/** 'New (Suspect)': where somebody chooses or learns what the specification's code means. */
export function statusWithCode(status: string): string {
  const label = statusLabel(status);
  return label === status ? status : `${label} (${status})`;
}
