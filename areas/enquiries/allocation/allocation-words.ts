// Words of lead allocation, shared by rules, log and screens.
import { type Day, formatDate } from '@aangan/contract/period.ts';

export const modes = {
  ROUND_ROBIN: 'In turn, by weight',
  LEAST_LOADED: 'Whoever has the fewest open',
  FIXED: 'Always one person',
} as const;
export type Mode = keyof typeof modes;

export const fallbacks = {
  NEXT_RULE: 'Try the next rule',
  QUEUE: 'Leave it in the queue',
  CENTRE_HEAD: 'Give it to the centre head',
} as const;
export type Fallback = keyof typeof fallbacks;

export const whys = {
  STICKY: 'Same owner as the family',
  RULE: 'By rule',
  DEFAULT: 'Kept by whoever took it down',
  QUEUE: 'Nobody could take it',
  MANUAL: 'Given by a person',
  REALLOCATION: 'Moved with others',
  LEAVER: 'The owner left',
  RECALL: 'Not answered in time',
  UNDO: 'The move was undone',
  LANGUAGE: 'Speaks the family’s language',
} as const;
export type Why = keyof typeof whys;

/** Why somebody has it, or nobody: 'rule Nursery', 'kept by whoever took it down'. */
export const becauseOf = ({ why, ruleName }: { why: Why; ruleName: string | null }): string =>
  ruleName ? `rule ${ruleName}` : whys[why].toLowerCase();

const skipCodes = ['right', 'away', 'recalled', 'leave', 'shift', 'quota', 'open'] as const;
export type SkipCode = (typeof skipCodes)[number];

/** One person who was considered for a lead: ids and numbers, as the log keeps them. */
export interface Candidate {
  user: string;
  /** The rule they stand in; null for the family's owner and a centre head. */
  rule: string | null;
  open: number;
  today: number;
  quota: number | null;
  max: number | null;
  /** Null: could have taken it. */
  skipped: SkipCode | null;
  until?: Day | undefined;
}

/** Why this person did not get it: 'Asmita 4/4', 'Chitra on leave until 25-11-2026'. Null when they could have. */
export function skipText(name: string, one: Candidate): string | null {
  switch (one.skipped) {
    case null:
      return null;
    case 'right':
      return `${name} may not change enquiries here`;
    case 'away':
      return `${name} is switched off in the rule`;
    case 'recalled':
      return `${name} had it before`;
    case 'leave':
      return `${name} on leave until ${one.until ? formatDate(one.until) : 'further notice'}`;
    case 'shift':
      return `${name} not on shift now`;
    case 'quota':
      return `${name} ${one.today}/${one.quota ?? '–'}`;
    case 'open':
      return `${name} has ${one.open} of ${one.max ?? '–'} open`;
  }
}

export const matchNames = {
  franchiseeIds: 'Centre',
  pincodes: 'Pincode',
  classIds: 'Class',
  classCategories: 'Class category',
  sourceIds: 'Source',
  channels: 'Channel',
  languages: 'Language',
  programmes: 'Programme',
  level: 'BSK level',
} as const;
export type MatchName = keyof typeof matchNames;

/** Allocating and taking over leave at most this many at once. */
export const MOST_ASSIGNED = 500;
export const MOST_REALLOCATED = 5000;
export const UNDO_HOURS = 24;
