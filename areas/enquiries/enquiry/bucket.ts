// Follow-up buckets (enquiries.md 3.2): facts (the stored group) x the IST day; computed, never stored, so no midnight
// job can be late. The seven open ones always sum to the open enquiries.
import { type Day, daysBetween } from '@aangan/contract/period.ts';

export type FollowUpGroup = 'COLD' | 'WARM' | 'HOT' | 'CLOSED' | 'ADMITTED' | 'NONE';

/** Slugs of the URL with the specification's labels. */
export const buckets = {
  'cold-overdue': 'Open-Cold · Over Due',
  'cold-current': 'Open-Cold · Current',
  'cold-next': 'Open-Cold · Next followup',
  'warm-current': 'Int to Walkin Warm · Current',
  'warm-next': 'Int to Walkin Warm · Next',
  'hot-current': 'Walkin completed-Hot · Current',
  'hot-next': 'Walkin completed-Hot · Next',
  closed: 'Close enquiries',
} as const;
export type Bucket = keyof typeof buckets;
export const bucketSlugs = Object.keys(buckets) as [Bucket, ...Bucket[]];
export const openBuckets = bucketSlugs.filter((slug) => slug !== 'closed');

/** The bucket of an enquiry on a day; null for admitted and merged ones. No next date counts as overdue. */
export function bucketOf(
  enquiry: { group: FollowUpGroup; nextFollowUpOn: Day | null },
  today: Day,
): Bucket | null {
  const { group, nextFollowUpOn: next } = enquiry;
  if (group === 'CLOSED') return 'closed';
  if (group === 'COLD')
    return next === null || next < today ? 'cold-overdue' : next === today ? 'cold-current' : 'cold-next';
  const later = next !== null && next > today;
  if (group === 'WARM') return later ? 'warm-next' : 'warm-current';
  if (group === 'HOT') return later ? 'hot-next' : 'hot-current';
  return null;
}

/** Days a follow-up is late; 0 when it is not. */
export const overdueDays = (nextFollowUpOn: Day | null, today: Day): number =>
  nextFollowUpOn !== null && nextFollowUpOn < today ? daysBetween(nextFollowUpOn, today) : 0;
