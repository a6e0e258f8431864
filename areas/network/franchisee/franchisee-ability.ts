/** What a centre's status allows (network.md 3.2): one table, asked by every area through `ability`. */
export type FranchiseeStatus = 'LEAD' | 'SIGNED' | 'SETUP' | 'ACTIVE' | 'SUSPENDED' | 'CLOSED';

/** BLOCKABLE: allowed unless the suspension names it. COMING_YEAR: only for an academic year that has not begun. YEAR_AFTER: for 365 days after the closing day. */
type Verdict = boolean | 'BLOCKABLE' | 'COMING_YEAR' | 'YEAR_AFTER';

const row = (
  LEAD: Verdict,
  SIGNED: Verdict,
  SETUP: Verdict,
  ACTIVE: Verdict,
  SUSPENDED: Verdict,
  CLOSED: Verdict,
): Readonly<Record<FranchiseeStatus, Verdict>> => ({ LEAD, SIGNED, SETUP, ACTIVE, SUSPENDED, CLOSED });

export const abilities = {
  PUBLIC_ENQUIRY: row(false, false, true, true, 'BLOCKABLE', false),
  NEW_ADMISSION: row(false, false, 'COMING_YEAR', true, 'BLOCKABLE', false),
  KIT_ORDER: row(false, true, true, true, 'BLOCKABLE', false),
  // Money, care and parents are never stopped by a suspension.
  FEE_COLLECTION: row(false, false, true, true, true, true),
  ATTENDANCE: row(false, false, false, true, true, false),
  DIARY: row(false, false, false, true, true, false),
  TRANSPORT: row(false, false, false, true, true, false),
  PARENT_ACCESS: row(false, false, true, true, true, 'YEAR_AFTER'),
  NEW_USER: row(false, true, true, true, 'BLOCKABLE', false),
  TRAINING_REGISTER: row(false, true, true, true, 'BLOCKABLE', false),
  PAYOUT: row(false, false, true, true, 'BLOCKABLE', true),
} as const satisfies Record<string, Readonly<Record<FranchiseeStatus, Verdict>>>;

export type Ability = keyof typeof abilities;

/** What a suspension blocks when the suspender named nothing (network.md 3.2, column SUSPENDED). */
const defaultBlocks: readonly Ability[] = ['NEW_ADMISSION', 'KIT_ORDER', 'NEW_USER', 'PAYOUT'];

/**
 * Reads `franchisee.suspend`: {blocks?: Ability[], reason, from?: instant, until?: 'YYYY-MM-DD'}. `begun`: the notice is
 * over, so the blocks count.
 */
export function blockedBy(
  suspend: unknown,
  at: Date,
): { blocks: ReadonlySet<string>; from: string | null; until: string | null; begun: boolean } {
  const stored = (suspend ?? {}) as { blocks?: unknown; from?: unknown; until?: unknown };
  const blocks = Array.isArray(stored.blocks)
    ? stored.blocks.filter((b): b is string => typeof b === 'string')
    : defaultBlocks;
  const from = typeof stored.from === 'string' ? stored.from : null;
  return {
    blocks: new Set(blocks),
    from,
    until: typeof stored.until === 'string' ? stored.until : null,
    begun: from === null || Date.parse(from) <= at.getTime(),
  };
}
