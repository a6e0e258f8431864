import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { ApiError, toApiError } from '@aangan/web/api/api-error.ts';
import { call } from '@aangan/web/api/call.ts';
import { holdReads, queryClient } from '@aangan/web/api/query-client.ts';
import { learnServerClock } from '@aangan/web/api/server-clock.ts';
import { loadPreferences } from '@aangan/web/local/preferences.ts';
import type { SessionFranchisee } from '@aangan/web/session/use-session.ts';
import { sessionContract } from '../../areas/shell/session.contract.ts';
import { clearDevice, dropKit } from './clear-device.ts';
import { keepShell } from './service-worker.ts';
import { forgetContext, loadContext } from './session-context.ts';
import { loadMenu } from './session-menu.ts';
import {
  ALL_ROLES,
  choiceOf,
  type Left,
  modulesOf,
  resetSession,
  sessionState,
  setSession,
} from './session-state.ts';
import { clearStored, isSignInKept, keepApart, readStored, writeStored } from './storage.ts';
import { forgetTab, readTabContext } from './tab-context.ts';
import { stopViewing, viewing } from './view-as.ts';

// What one person keeps on this device: the sign-in page has nothing of it. Null where its script does not come: the
// session then keeps nothing here, as in a browser that has no place for it.
const ownStores = () => import('./own-stores.ts').catch(() => null);

type Me = OutputOf<typeof sessionContract.me>;

/** Local start: without a stored access list everything stored is cleared (specification 4). True = there is a session to try. */
export function readSession(): boolean {
  const token = readStored('token');
  if (viewing()) {
    keepApart();
    const tab = readTabContext();
    if (token)
      setSession({
        phase: 'starting',
        role: tab?.role ?? ALL_ROLES,
        franchisee: chosen(tab?.franchisee),
        academicYear: tab?.academicYear ?? null,
      });
    return token !== null;
  }
  const access = readStored('access');
  if (!access) void clearDevice();
  if (!token || !access) return false;
  const stored = readStored('me');
  const tab = readTabContext();
  const menu = readStored('menu');
  setSession({
    phase: 'starting',
    me: stored ? { ...stored, superAdmin: false } : null,
    role: tab?.role ?? readStored('role') ?? ALL_ROLES,
    franchisee: chosen(tab?.franchisee ?? readStored('franchisee')),
    academicYear: tab?.academicYear ?? readStored('academicYear'),
    menu: Array.isArray(menu) ? (menu as never) : [], // painted grey until the server's own arrives
    hasEnquiryAccess: readStored('hasEnquiryAccess') ?? 0,
  });
  return true;
}

const chosen = (franchisee: SessionFranchisee | null | undefined): SessionFranchisee | null =>
  franchisee && franchisee.id !== 0 ? franchisee : null;

/** Keeps a new token and opens the session with it. */
export async function openSession(token: string): Promise<void> {
  clearStored();
  queryClient.clear();
  setSession({ bound: null, leaving: false });
  writeStored('token', token);
  keepShell();
  await startSession();
}

/** Asks who this is and what they may do. Throws ApiError; phase `away` when the server does not answer. */
export async function startSession(): Promise<void> {
  void ownStores(); // on its way while the server answers
  try {
    const me = await askMe();
    learnServerClock(me.serverTime);
    // What the other person typed and waits to send is theirs alone.
    if (!isSignInKept()) return;
    const stores = viewing()
      ? Promise.resolve()
      : ownStores().then((own) => own?.openOwnStores(me.id, me.draftKey));
    if (!viewing()) await loadPreferences(me.id);
    takeMe(me);
    await Promise.all([loadContext(me.context, stores), loadMenu()]);
    await fitRights();
  } catch (error) {
    const problem = toApiError(error);
    if (problem.code === 'session.view-ended') stopViewing();
    if (problem.status !== 401) await workAway();
    throw problem;
  }
}

/** The rights came for what was chosen before the centres were known: asked again where another choice gives others. */
async function fitRights(): Promise<void> {
  const state = sessionState();
  if (state.modulesAt === null || state.modulesAt === choiceOf(state)) return;
  // Whoever has one centre works there, whether the call said so or not.
  if (state.franchisees.length === 1) setSession({ modulesAt: choiceOf(state) });
  else await loadMenu();
}

// A role, centre or year that was taken away since (or written into the storage by hand) is no choice any more.
const LOST_CHOICE = new Set(['session.role-not-held', 'context.foreign']);

/** Who this is; a remembered choice that is not the user's any more is forgotten first. */
export async function askMe(options: { background?: boolean } = {}): Promise<Me> {
  try {
    return await call(sessionContract.me, {}, options);
  } catch (error) {
    if (!LOST_CHOICE.has(toApiError(error).code)) throw error;
    forgetContext();
    return call(sessionContract.me, {}, options);
  }
}

/** The answer of `me` becomes the session, here and in the storage's display copies. */
export function takeMe(me: Me): void {
  const roles = me.roles.map(({ id, role }) => ({ id, role }));
  writeStored('me', {
    id: me.id,
    firstName: me.firstName,
    lastName: me.lastName,
    email: me.email,
    franchisee: me.franchisee,
    superAdmin: me.superAdmin,
    modulesAuth: me.modulesAuth,
    roles,
    ...(me.student ? { student: me.student } : {}),
  });
  writeStored('superadmin', me.superAdmin);
  writeStored('access', me.roles);
  writeStored('roles', roles);
  const role =
    me.roles.find((one) => one.id === me.activeRoleID) ??
    (me.roles.length === 1 ? me.roles[0] : undefined) ??
    ALL_ROLES;
  writeStored('role', { id: role.id, role: role.role });
  setSession({
    phase: 'in',
    me,
    role: { id: role.id, role: role.role },
    codes: me.modulesAuth,
    singleCentre: me.singleCentre,
    children: me.children,
    idleSeconds: me.idleSeconds,
    bound: me.bound,
    tablet: me.tablet,
    child:
      me.children.find((one) => one.studentAdmissionID === sessionState().child)?.studentAdmissionID ??
      me.student?.studentAdmissionID ??
      null,
  });
}

/** Without an answer the cached menu and the drafts of the same user still work; nothing more is shown than was. */
async function workAway(): Promise<void> {
  const access = readStored('access');
  const me = sessionState().me;
  if (me && access) await (await ownStores())?.reopenOwnStores(String(me.id));
  setSession({
    phase: 'away',
    ...(access && !sessionState().menuReady
      ? { modules: modulesOf(access), menuReady: true, contextReady: true }
      : {}),
  });
}

/** Ends the session on the server, then here. Throws ApiError when the server refused. */
export async function signOut(): Promise<void> {
  setLeaving(true);
  try {
    await call(sessionContract.signOut, {}, { ownUnauthorised: true });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) {
      setLeaving(false);
      throw error;
    }
  }
  forgetSession('logout');
}

/**
 * Tells the other tabs that the session ended by itself, before they see the storage emptied; or that one is signing out
 * here, so that none takes the end it hears of for a surprise.
 */
export const leavingChannel = 'BroadcastChannel' in window ? new BroadcastChannel('aangan-ended') : null;
export type LeavingMessage = 'ended' | 'leaving' | 'staying';

function setLeaving(leaving: boolean): void {
  setSession({ leaving });
  // A poll or a list on its way would meet the ended session.
  holdReads(leaving);
  leavingChannel?.postMessage((leaving ? 'leaving' : 'staying') satisfies LeavingMessage);
}

/** Clears what this browser knows of the session: the twelve keys, the kit database, every cache. */
export function forgetSession(left: Left): void {
  const userId = sessionState().me?.id;
  if (left === 'ended') leavingChannel?.postMessage(left satisfies LeavingMessage);
  clearStored();
  leaveThisTab(left);
  // What was not sent or saved yet stays sealed for the same user, unless the user signed out on purpose.
  closeStores(userId === undefined ? null : String(userId), left === 'logout');
  dropKit();
  if ('caches' in window)
    void caches.keys().then((names) => names.forEach((name) => void caches.delete(name)));
}

/** Closes what is kept here; where its script does not come, the next start without a session takes the key (`clearDevice`). */
export function closeStores(userId: string | null, forGood: boolean): void {
  void ownStores().then((own) => own?.closeOwnStores(userId, forGood));
}

/** This tab alone: another one has cleared the browser already. */
export function leaveThisTab(left: Left): void {
  forgetTab();
  queryClient.clear();
  holdReads(false);
  resetSession(left);
}
