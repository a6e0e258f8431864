import type { HttpFault } from '../http-faults.ts';
import type { SmsMessage, SmsReport } from './sms-message.ts';

/** A refusal of the kind that comes with HTTP 200. `msg` gives the older {msg_type, msg} form. */
export type SmsRefusal = { message: string; form?: 'message' | 'msg'; mobile?: string; times?: number };

export type SmsControl = {
  messages(filter?: { mobile?: string; templateId?: string; requestId?: string }): SmsMessage[];
  waitFor(wanted: (message: SmsMessage) => boolean, timeoutMs?: number): Promise<SmsMessage>;
  clear(): void;
  /** How a number's messages end in the automatic report; default delivered. */
  setOutcome(mobile: string, report: SmsReport): void;
  /** Posts the delivery report now; gives the HTTP status of the receiver, null when none answered. */
  report(requestId: string, mobile: string, report: SmsReport): Promise<number | null>;
  refuse(refusal: SmsRefusal): void;
  addFault(fault: HttpFault): number;
  /** Ends all faults and refusals. */
  clearFaults(): void;
  currentOtp(mobile: string): string | undefined;
  advance(ms: number): void;
};
