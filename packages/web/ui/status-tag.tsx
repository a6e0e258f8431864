import type { CSSProperties, ReactNode } from 'react';
import { useMemo } from 'react';
import type { Tone } from '../theme.ts';
import classes from './status-tag.module.css';

export type StateLook = readonly [tone: Tone, label: string];

// One table for the states of every area (look.md 1). An area adds its own beside its *.states.ts.
const table = new Map<string, Readonly<Record<string, StateLook>>>();

/** Declares how an area's states look: `stateTable('fee-plan', {APPROVED: ['success', 'Approved']})`. */
export function stateTable(area: string, states: Readonly<Record<string, StateLook>>): void {
  table.set(area, { ...table.get(area), ...states });
}

// Specification 4, to the letter: anything else is danger.
stateTable('order', {
  PENDING: ['info', 'Pending'],
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

/** The state of a thing, from the one table. */
export function StatusTag({ area, state, label }: { area: string; state: string; label?: string }) {
  const [tone, word] = lookOf(area, state);
  return <Tag tone={tone}>{label ?? word}</Tag>;
}

/** A small tag with a meaning: never colour alone, always with its word. */
export function Tag({ tone, children }: { tone: Tone; children: ReactNode }) {
  const style = useMemo(
    () =>
      ({
        '--tag-text': `var(--a-${tone}-text)`,
        '--tag-tint': `var(--a-${tone}-tint)`,
        '--tag-line': `var(--a-${tone}-line)`,
      }) as CSSProperties,
    [tone],
  );
  return (
    <span className={classes.tag} style={style}>
      <span className={classes.dot} aria-hidden="true" />
      {/* Where it is too narrow for the word, the whole one is a look away. */}
      <span className={classes.word} title={typeof children === 'string' ? children : undefined}>
        {children}
      </span>
    </span>
  );
}
