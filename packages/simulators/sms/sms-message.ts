/** One SMS to one number. `requestId` is shared by all numbers of one request. */
export type SmsMessage = {
  requestId: string;
  /** Country code and number, digits only, as it was sent: 919876543210. */
  mobile: string;
  templateId: string;
  sender: string | null;
  unicode: boolean;
  variables: Record<string, string>;
  /** The template with its variables put in; null when the simulator was not given the template. */
  text: string | null;
  /** ISO instant. */
  at: string;
  report: SmsReport | null;
};

export type SmsReport = 'delivered' | 'failed' | 'ndnc' | 'rejected' | 'blocked';

export const REPORT_STATUS: Record<SmsReport, { status: string; desc: string }> = {
  delivered: { status: '1', desc: 'DELIVERED' },
  failed: { status: '2', desc: 'FAILED' },
  ndnc: { status: '9', desc: 'NDNC' },
  rejected: { status: '16', desc: 'REJECTED' },
  blocked: { status: '17', desc: 'BLOCKED' },
};

/** Puts the variables into a template's `##name##` places; the names are case-sensitive. */
export function fillTemplate(template: string, variables: Record<string, string>): string {
  return template.replaceAll(/##(\w+)##/g, (place, name: string) => variables[name] ?? place);
}
