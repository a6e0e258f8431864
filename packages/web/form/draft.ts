import type { Values } from './form-values.ts';

/** A form's unsaved entries in this tab's sessionStorage, for the user who typed them and the version they were typed over. */
export interface Draft {
  values: Values;
  version: number | null;
}

const key = (userId: string | number | null, name: string) => `draft:${userId ?? 'public'}:${name}`;

/** The kept entries, or null when there are none or they belong to another version. */
export function readDraft(
  userId: string | number | null,
  name: string,
  version: number | null,
): Values | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key(userId, name)) ?? 'null');
    if (typeof kept !== 'object' || kept === null || !('values' in kept)) return null;
    const draft = kept as Draft;
    return draft.version === version && typeof draft.values === 'object' ? draft.values : null;
  } catch {
    return null;
  }
}

export function keepDraft(userId: string | number | null, name: string, draft: Draft): void {
  try {
    sessionStorage.setItem(key(userId, name), JSON.stringify(draft));
  } catch {
    // Storage is full or blocked: the form works on, only a reload would lose what is typed.
  }
}

export function dropDraft(userId: string | number | null, name: string): void {
  try {
    sessionStorage.removeItem(key(userId, name));
  } catch {
    // Blocked storage holds no draft either.
  }
}
