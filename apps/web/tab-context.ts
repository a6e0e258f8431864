import type { SessionFranchisee, SessionRole, SessionYear } from '@aangan/web/session/use-session.ts';

/** The context of this tab; local storage holds the last choice for new tabs (shell.md 3.6). */
export interface TabContext {
  role: SessionRole;
  franchisee: SessionFranchisee | null;
  academicYear: SessionYear | null;
  /** Set while this tab looks with another person's eyes. */
  view?: { id: string; until: string };
}

const KEY = 'tab-context';

export function readTabContext(): TabContext | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    return typeof value === 'object' && value !== null && 'role' in value && 'franchisee' in value
      ? (value as TabContext)
      : null;
  } catch {
    return null;
  }
}

/** Nobody's: the language, the guard against reloading in a circle, and what the holder of a public link has typed. */
const NOBODYS = /^(language$|chunk-reloaded-at$|draft:public:)/;

/** Takes all of the person from this tab. */
export function forgetTab(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (!NOBODYS.test(key)) sessionStorage.removeItem(key);
  } catch {
    // Blocked storage holds nothing.
  }
}

export function writeTabContext(context: TabContext | null): void {
  try {
    if (context) sessionStorage.setItem(KEY, JSON.stringify(context));
    else sessionStorage.removeItem(KEY);
  } catch {
    // Without session storage the tab follows the last choice.
  }
}
