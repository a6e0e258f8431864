import { boxDraft, boxedDraft, unboxDraft } from '../local/draft-box.ts';
import type { Values } from './form-values.ts';

/**
 * A form's unsaved entries, for the user who typed them and the version they were typed over: sealed on the device for
 * signed-in users, in this tab's sessionStorage for the holder of a public link.
 */
export interface Draft {
  values: Values;
  version: number | null;
}

type Owner = string | number | null;

const key = (name: string) => `draft:public:${name}`;

/** The kept entries, or null when there are none or they belong to another version. */
export function readDraft(owner: Owner, name: string, version: number | null): Values | null {
  if (owner !== null) return boxedDraft(String(owner), name, version);
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key(name)) ?? 'null');
    if (typeof kept !== 'object' || kept === null || !('values' in kept)) return null;
    const draft = kept as Draft;
    return draft.version === version && typeof draft.values === 'object' ? draft.values : null;
  } catch {
    return null;
  }
}

export function keepDraft(owner: Owner, name: string, draft: Draft): void {
  if (owner !== null) {
    boxDraft(String(owner), name, draft);
    return;
  }
  try {
    sessionStorage.setItem(key(name), JSON.stringify(draft));
  } catch {
    // Storage is full or blocked: the form works on, only a reload would lose what is typed.
  }
}

export function dropDraft(owner: Owner, name: string): void {
  if (owner !== null) {
    unboxDraft(String(owner), name);
    return;
  }
  try {
    sessionStorage.removeItem(key(name));
  } catch {
    // Blocked storage holds no draft either.
  }
}
