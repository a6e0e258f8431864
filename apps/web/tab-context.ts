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

export function writeTabContext(context: TabContext | null): void {
  try {
    if (context) sessionStorage.setItem(KEY, JSON.stringify(context));
    else sessionStorage.removeItem(KEY);
  } catch {
    // Without session storage the tab follows the last choice.
  }
}
