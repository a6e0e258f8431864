import type { Tone } from '../theme.ts';

export type StateLook = readonly [tone: Tone, label: string];

// One table for the states of every area (look.md 1). An area adds its own beside its *.states.ts.
const table = new Map<string, Readonly<Record<string, StateLook>>>();

/** Declares how an area's states look: `stateTable('fee-plan', {APPROVED: ['success', 'Approved']})`. */
export function stateTable(area: string, states: Readonly<Record<string, StateLook>>): void {
  table.set(area, { ...table.get(area), ...states });
}

// Specification 4, to the letter: anything else is danger.
stateTable('order', {
  PENDING: ['info', 'Placed'],
  FAIL: ['danger', 'Fail'],
  CONFIRMED: ['shipped', 'Confirmed'],
  SHIPPED: ['confirm', 'Shipped'],
  DELIVERED: ['delivery', 'Delivered'],
  CANCELLED: ['danger', 'Cancelled'],
});

const common: Readonly<Record<string, Tone>> = {
  DRAFT: 'neutral',
  NEW: 'info',
  OPEN: 'info',
  PENDING: 'info',
  SUBMITTED: 'info',
  INITIATED: 'info',
  'IN PROGRESS': 'info',
  'IN-PROGRESS': 'info',
  SCHEDULED: 'info',
  ACTIVE: 'success',
  APPROVED: 'success',
  CONFIRMED: 'success',
  COMPLETED: 'success',
  ACCEPTED: 'success',
  PAID: 'success',
  PUBLISHED: 'success',
  TRANSFERRED: 'success',
  APPROVAL_WAITING: 'warning',
  PAUSED: 'warning',
  DUE: 'warning',
  'ON HOLD': 'warning',
  EXPIRING: 'warning',
  REJECTED: 'danger',
  REJECT: 'danger',
  FAILED: 'danger',
  FAIL: 'danger',
  CANCELLED: 'danger',
  DECLINED: 'danger',
  OVERDUE: 'danger',
  EXPIRED: 'danger',
  BLOCKED: 'danger',
  INACTIVE: 'neutral',
  CLOSED: 'neutral',
  ENDED: 'neutral',
  ARCHIVED: 'neutral',
  LEFT: 'neutral',
};

/** Whether somebody has said how the states of this area look. */
export const hasLooks = (area: string): boolean => table.has(area);

/** How a state looks; one that is not in the table reads as words with the tone its word usually has. */
export function lookOf(area: string, state: string): StateLook {
  const known = table.get(area)?.[state];
  if (known) return known;
  if (area === 'order') return ['danger', wordsOf(state)];
  return [common[state.toUpperCase()] ?? 'neutral', wordsOf(state)];
}

function wordsOf(state: string): string {
  const words = state.replace(/[_-]+/g, ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
