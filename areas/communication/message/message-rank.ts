/** A report only raises a message's rank; FAILED after SENT counts, DELIVERED after FAILED once, FAILED after DELIVERED never (communication.md 2.6). */
const RANK = { QUEUED: 0, SENDING: 1, UNKNOWN: 2, SENT: 3, DELIVERED: 4, READ: 5 } as const;

export type Reported = 'DELIVERED' | 'READ' | 'FAILED';

/** True when a report moves a message of this status. */
export function reportMoves(status: string, reported: Reported): boolean {
  if (status === 'SUPPRESSED' || status === 'CANCELLED') return false;
  if (reported === 'FAILED') return status === 'SENT' || status === 'SENDING' || status === 'UNKNOWN';
  if (status === 'FAILED') return reported === 'DELIVERED';
  const now = RANK[status as keyof typeof RANK];
  return now !== undefined && RANK[reported] > now;
}
