// The names rule of a picture (areas/communication.md 3.10): pure, for the server and its tests.
export const audiences = {
  CLASS: 'Families of the sections',
  CENTRE: 'All families of the centre',
  PUBLIC: 'All families, and outside: Instagram, website, print',
} as const;
export type Audience = keyof typeof audiences;

export const photoLabels = {
  NEEDS_NAMES: 'Needs names',
  BLOCKED: 'Blocked',
  READY: 'Ready',
  REMOVED: 'Removed',
} as const;
export type PhotoStatus = keyof typeof photoLabels;

/** Which consent an audience needs, and what its text must cover. */
export const consentOf = {
  CLASS: { purpose: 'PHOTO_IN_APP', covers: 'CLASS' },
  CENTRE: { purpose: 'PHOTO_IN_APP', covers: 'CENTRE' },
  PUBLIC: { purpose: 'PHOTO_PUBLIC' },
} as const;

export interface NamedChild {
  readonly name: string;
  readonly how: 'NAMED' | 'BLURRED';
  /** Pictures of the child may be shown to the album's audience now. */
  readonly allowed: boolean;
}

export interface PhotoVerdict {
  readonly status: Exclude<PhotoStatus, 'REMOVED'>;
  /** What is missing; null when it is ready. */
  readonly reason: string | null;
}

/**
 * Ready is a picture on which no child can be recognised, or on which every child is named and allowed. A blurred child
 * counts, and needs no consent any more.
 */
export function verdictOf(childrenCount: number | null, children: readonly NamedChild[]): PhotoVerdict {
  if (childrenCount === null) return { status: 'NEEDS_NAMES', reason: 'Say who is in this picture.' };
  if (children.length !== childrenCount) {
    const are = childrenCount === 1 ? '1 child is' : `${childrenCount} children are`;
    return {
      status: 'NEEDS_NAMES',
      reason: `${are} in this picture, ${children.length} ${children.length === 1 ? 'is' : 'are'} named.`,
    };
  }
  const without = children.filter(({ how, allowed }) => how === 'NAMED' && !allowed).map(({ name }) => name);
  if (without.length === 0) return { status: 'READY', reason: null };
  const names =
    without.length === 1 ? without[0] : `${without.slice(0, -1).join(', ')} and ${without.at(-1)}`;
  return { status: 'BLOCKED', reason: `${names} ${without.length === 1 ? 'has' : 'have'} no photo consent.` };
}
