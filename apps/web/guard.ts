import { type ModuleGate, openModules } from '@aangan/contract/endpoint.ts';
import type { Screen } from '@aangan/contract/screens.ts';

/** What the guard looks at; all of it comes from this page load's answers, never from storage alone (shell.md D4). */
export interface GuardSession {
  signedIn: boolean;
  superAdmin: boolean;
  /** Held modules; `write: false` = may look, not change. Absent counts as writable (specification 6). */
  modules: Readonly<Record<string, { write?: boolean | null | undefined }>>;
  codes: readonly string[];
  franchiseeChosen: boolean;
}

export type Verdict = 'pass' | 'login' | 'no-access' | 'no-write' | 'no-approval' | 'centre-needed';

/** The route guard, in the specification's order (shell.md 3.2); used by router, menu and palette. */
export function guard(
  screen: Pick<Screen, 'module' | 'level' | 'write' | 'centre' | 'approval' | 'superOnly'>,
  session: GuardSession,
): Verdict {
  if (screen.module === openModules.anyone) return 'pass';
  if (!session.signedIn) return 'login';
  const centre = screen.centre && !session.franchiseeChosen ? 'centre-needed' : 'pass';
  if (session.superAdmin) return centre;
  if (screen.superOnly) return 'no-access';
  const lists = [screen.module, ...(screen.level === undefined ? [] : [screen.level])];
  for (const list of lists) if (!heldOf(list, session).length) return 'no-access';
  if (screen.write)
    for (const list of lists) if (!heldOf(list, session).some((entry) => writable(entry))) return 'no-write';
  if (screen.approval && !session.codes.includes(screen.approval)) return 'no-approval';
  return centre;
}

function heldOf(gate: ModuleGate, session: GuardSession): readonly { write?: boolean | null | undefined }[] {
  const names = typeof gate === 'string' ? [gate] : gate;
  return names.flatMap((name) => {
    if (name === openModules.signedIn) return [{}];
    const held = Object.hasOwn(session.modules, name) ? session.modules[name] : undefined;
    return held ? [held] : [];
  });
}

// Specification 6: writable when the role map's flag is true or absent.
const writable = (entry: { write?: boolean | null | undefined }): boolean =>
  entry.write === true || entry.write === undefined || entry.write === null;
