import { addDays, addMonths, type Day } from '@aangan/contract/period.ts';
import { transitions } from '@aangan/contract/states.ts';

export const certificateStates = transitions({
  VALID: { revoke: 'REVOKED', replace: 'REPLACED' },
  REVOKED: {},
  REPLACED: {},
});
export type CertificateStatus = keyof typeof certificateStates;

/** What a reader is told: the days of a valid one say more than its status. */
export const certificateLabels = {
  VALID: 'Valid',
  EXPIRING: 'Expires within 30 days',
  EXPIRED: 'Expired',
  REVOKED: 'Revoked',
  REPLACED: 'Replaced',
} as const;
export type CertificateState = keyof typeof certificateLabels;
export const certificateSources = {
  MODULE: 'Module completed',
  TRAINING: 'Training attended',
  MANUAL: 'By hand',
} as const;

export const EXPIRING_DAYS = 30;

/** Valid through the whole of its last day. */
export function stateOf(
  { status, validUntil }: { status: CertificateStatus; validUntil: Day | null },
  today: Day,
): CertificateState {
  if (status !== 'VALID' || validUntil === null) return status;
  if (validUntil < today) return 'EXPIRED';
  return validUntil <= addDays(today, EXPIRING_DAYS) ? 'EXPIRING' : 'VALID';
}

/** The same day so many months on, at most the last of that month, less a day; null: it never expires. */
export const validUntilOf = (issuedOn: Day, months: number | null): Day | null =>
  months === null ? null : addDays(addMonths(issuedOn, months), -1);
