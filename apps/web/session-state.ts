import type {
  SessionFranchisee,
  SessionMe,
  SessionRole,
  SessionYear,
} from '@aangan/web/session/use-session.ts';
import { useSyncExternalStore } from 'react';
import type { MenuDashboard } from './menu.ts';
import type { Stored } from './storage.ts';

/** `out` = nobody; `starting` = a token, but `me` has not answered; `away` = the server does not answer. */
export type Phase = 'out' | 'starting' | 'in' | 'away';

export interface Child {
  studentAdmissionID: string;
  label: string;
}

/** Why nobody is signed in any more: the server ended it, another tab did, or the user left. */
export type Left = 'ended' | 'signed-out' | 'logout';

export interface SessionState {
  phase: Phase;
  left: Left | null;
  me: SessionMe | null;
  role: SessionRole;
  franchisee: SessionFranchisee | null;
  /** `franchisee` was chosen inside a screen that needs one centre: it holds there alone, the product stays at all centres. */
  centreOfScreen: boolean;
  academicYear: SessionYear | null;
  franchisees: readonly SessionFranchisee[];
  years: readonly SessionYear[];
  menu: readonly MenuDashboard[];
  modules: Readonly<Record<string, { write?: boolean | null | undefined }>>;
  codes: readonly string[];
  /** The choice of centre and role that `modules` belong to. */
  modulesAt: string | null;
  /** The menu and the rights of this page load have arrived. */
  menuReady: boolean;
  /** Centres and years of this page load have arrived. */
  contextReady: boolean;
  hasEnquiryAccess: 0 | 1;
  /** No 'Select All': the role reaches one centre only (BSK). */
  singleCentre: boolean;
  children: readonly Child[];
  child: string | null;
  idleSeconds: number;
  /** The session answers to this browser's key alone; null while nobody has said. */
  bound: boolean | null;
  /** On a centre's shared tablet, with a PIN. */
  tablet: boolean;
  /** A tab of this browser is signing out: the end that is heard of now was asked for. */
  leaving: boolean;
  /** Text of a menu that could not be loaded. */
  menuProblem: string | null;
}

export const ALL_ROLES: SessionRole = { id: 0, role: 'All roles' };

const nobody: SessionState = {
  phase: 'out',
  left: null,
  me: null,
  role: ALL_ROLES,
  franchisee: null,
  centreOfScreen: false,
  academicYear: null,
  franchisees: [],
  years: [],
  menu: [],
  modules: {},
  codes: [],
  modulesAt: null,
  menuReady: false,
  contextReady: false,
  hasEnquiryAccess: 0,
  singleCentre: false,
  children: [],
  child: null,
  idleSeconds: 1800,
  bound: null,
  tablet: false,
  leaving: false,
  menuProblem: null,
};

let state = nobody;
const listeners = new Set<() => void>();

export const sessionState = (): SessionState => state;

export function setSession(part: Partial<SessionState>): void {
  state = { ...state, ...part };
  for (const listener of listeners) listener();
}

/** What rights depend on: the chosen centre and role. */
export const choiceOf = ({ franchisee, role }: SessionState): string => `${franchisee?.id ?? 0} ${role.id}`;

/** The centre of the whole product: what a screen has for itself is not kept for the next tab. */
export const productCentre = ({ franchisee, centreOfScreen }: SessionState): SessionFranchisee | null =>
  centreOfScreen ? null : franchisee;

/** Somebody is signed in and means to stay. */
export const isStaying = (): boolean => state.phase === 'in' && !state.leaving;

export const resetSession = (left: Left | null): void => setSession({ ...nobody, left });

/** Held modules by the stored role list: for a start without a server. Hints only; no call passes by them. */
export function modulesOf(access: Stored<'access'>): SessionState['modules'] {
  const modules: Record<string, { write: boolean }> = {};
  for (const { module, method } of access.flatMap((role) => role.systemEndPoints)) {
    const write = method === 'any' || method === 'POST';
    if (method === 'any' || method === 'GET' || modules[module])
      modules[module] = { write: write || (modules[module]?.write ?? false) };
  }
  return modules;
}

/** Login with the reason and the way back; somebody who left on purpose has none. */
export function loginPath(left: Left | null, here: string): string {
  if (left === 'logout') return '/login';
  const params = new URLSearchParams();
  if (left) params.set('reason', left);
  if (here !== '/profile/dashboard') params.set('next', here);
  const text = params.toString();
  return text ? `/login?${text}` : '/login';
}

/** Calls back at every change of the session. */
export const onSession = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The whole state of the shell; screens of areas see the smaller `useSession` of packages/web. */
export const useShell = (): SessionState => useSyncExternalStore(onSession, sessionState);

const HEAD_OFFICE = 1;

/**
 * Whoever has one centre works there. Head office alone is a network without centres: chosen, it would hide the first one
 * from whoever adds it.
 */
export const onlyCentre = ({
  franchisees,
  singleCentre,
}: {
  franchisees: readonly SessionFranchisee[];
  singleCentre: boolean;
}): SessionFranchisee | null => {
  const [first] = franchisees;
  return first && franchisees.length === 1 && (singleCentre || first.id !== HEAD_OFFICE) ? first : null;
};
