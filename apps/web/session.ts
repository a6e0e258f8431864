import { query } from '@aangan/contract/endpoint.ts';
import { ApiError, toApiError } from '@aangan/web/api/api-error.ts';
import { call } from '@aangan/web/api/call.ts';
import { connect } from '@aangan/web/api/connection.ts';
import { queryClient } from '@aangan/web/api/query-client.ts';
import { learnServerClock, serverNow } from '@aangan/web/api/server-clock.ts';
import { loadPreferences } from '@aangan/web/local/preferences.ts';
import type { SessionFranchisee } from '@aangan/web/session/use-session.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import * as z from 'zod';
import { profileContract } from '../../areas/shell/profile.contract.ts';
import { sessionContract } from '../../areas/shell/session.contract.ts';
import { currentAcademicYear } from './academic-year.ts';
import { compileMenu } from './menu.ts';
import { ALL_ROLES, type Left, resetSession, sessionState, setSession } from './session-state.ts';
import { askStepUp } from './sign-in/step-up.ts';
import { clearStored, readStored, removeStored, writeStored } from './storage.ts';
import { readTabContext, writeTabContext } from './tab-context.ts';

const nothing = z.strictObject({});
const own = { module: '@signed-in', scope: 'own' } as const;

// The specification's fixed calls of the context (7); other areas own them.
const activeFranchisees = query({
  ...own,
  name: 'franchisee.active',
  summary: 'Centres the user may choose.',
  path: '/api/franchisee/active',
  input: nothing,
  output: z.object({
    rows: z.array(z.object({ id: z.int(), companyName: z.string(), city: z.string().nullable().optional() })),
  }),
});
const academicYears = query({
  ...own,
  name: 'academic-year.all',
  summary: 'Academic years to choose from.',
  path: '/api/franchiseeAcademicYears',
  input: nothing,
  output: z.object({ rows: z.array(z.object({ id: z.int(), academicYear: z.string() })) }),
});

const SELECT_ALL: SessionFranchisee = { id: 0, companyName: 'Select All' };

/** Wires the API client to this session; once, at start. */
export function connectSession(): void {
  connect({
    token: () => readStored('token'),
    onToken: (token) => writeStored('token', token),
    context: () => {
      const { franchisee, academicYear, role } = sessionState();
      return {
        franchiseeId: franchisee?.id || null,
        academicYearId: academicYear?.id ?? null,
        roleId: role.id || null,
      };
    },
    onStepUp: askStepUp,
    onYearMissing: () => void notice.warn('Please Select Acadamic Year'),
    // Twenty calls may be refused at once: one clearing; the frame goes to Login by itself (shell.md 3.8).
    onUnauthorised: () => {
      if (sessionState().phase !== 'out') forgetSession('ended');
    },
  });
}

/** Local start: without a stored access list everything stored is cleared (specification 4). True = there is a session to try. */
export function readSession(): boolean {
  const token = readStored('token');
  const access = readStored('access');
  if (!access) clearStored();
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
  writeStored('token', token);
  await startSession();
}

/** Asks who this is and what they may do. Throws ApiError; phase `away` when the server does not answer. */
export async function startSession(): Promise<void> {
  try {
    const me = await call(sessionContract.me, {});
    learnServerClock(me.serverTime);
    await loadPreferences(me.id);
    const roles = me.roles.map(({ id, role }) => ({ id, role }));
    const { systemEndPoints: _none, ...first } = me.roles[0] ?? {
      systemEndPoints: [],
      id: 0,
      role: '',
      description: '',
    };
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
      me.roles.find((one) => one.id === me.activeRoleID) ?? (me.roles.length === 1 ? first : ALL_ROLES);
    writeStored('role', { id: role.id, role: role.role });
    setSession({
      phase: 'in',
      me,
      role,
      codes: me.modulesAuth,
      singleCentre: me.singleCentre,
      children: me.children,
      idleSeconds: me.idleSeconds,
      child:
        me.children.find((one) => one.studentAdmissionID === sessionState().child)?.studentAdmissionID ??
        me.student?.studentAdmissionID ??
        null,
    });
    await Promise.all([loadContext(me.context), loadMenu()]);
  } catch (error) {
    const problem = toApiError(error);
    if (problem.status !== 401) setSession({ phase: 'away' });
    throw problem;
  }
}

/** Centres and years; a failure shows the server's text for 2 s (specification 8). Chooses what can only be one thing. */
async function loadContext(last: {
  franchiseeID: number | null;
  academicYearID: number | null;
}): Promise<void> {
  const listen = <T>(reading: Promise<{ rows: T[] }>) =>
    reading
      .then(({ rows }) => rows)
      .catch((error: unknown) => {
        notice.error(error);
        return [] as T[];
      });
  const [franchisees, years] = await Promise.all([
    listen(call(activeFranchisees, {})),
    listen(call(academicYears, {})),
  ]);
  const state = sessionState();
  const only = franchisees.length === 1 ? franchisees[0] : undefined;
  const franchisee =
    only ??
    franchisees.find((one) => one.id === state.franchisee?.id) ??
    (readTabContext() ? null : franchisees.find((one) => one.id === last.franchiseeID)) ??
    null;
  const wanted = currentAcademicYear(serverNow());
  const academicYear =
    years.find((one) => one.id === (state.academicYear?.id ?? last.academicYearID)) ??
    years.find((one) => one.academicYear === wanted) ??
    null;
  setSession({ franchisees, years, franchisee, academicYear, contextReady: true });
  keepContext();
}

/** The menu and the rights of the role in use. A failure keeps the cached menu and is shown in a dialog. */
export async function loadMenu(): Promise<void> {
  try {
    const answer = await call(profileContract.menu, {});
    const { me, child } = sessionState();
    const menu = compileMenu(answer.dashboards, {
      franchisee: me?.franchisee ?? null,
      studentAdmissionID: child,
    });
    const modules = answer.modules;
    const enquiry = menu.length === 0 || 'enquiry' in modules;
    setSession({
      menu,
      modules,
      codes: answer.codes,
      menuReady: true,
      menuProblem: null,
      ...(enquiry ? { hasEnquiryAccess: 1 as const } : {}),
    });
    writeStored('menu', menu);
    writeStored('hasEnquiryAccess', sessionState().hasEnquiryAccess);
  } catch (error) {
    const problem = toApiError(error);
    if (problem.status !== 401) setSession({ menuProblem: problem.message });
  }
}

function keepContext(): void {
  const { role, franchisee, academicYear } = sessionState();
  writeStored('franchisee', franchisee ?? SELECT_ALL);
  if (academicYear) writeStored('academicYear', academicYear);
  else removeStored('academicYear');
  writeStored('role', { id: role.id, role: role.role });
  writeTabContext({ role: { id: role.id, role: role.role }, franchisee, academicYear });
}

/** Chooses centre, year or role for this tab. Throws ApiError; then everything stays as it was. */
export async function chooseContext(choice: {
  franchiseeID?: number;
  academicYearID?: number;
  roleID?: number;
}): Promise<void> {
  const { token, hasEnquiryAccess } = await call(sessionContract.chooseContext, choice);
  writeStored('token', token);
  const state = sessionState();
  const role =
    choice.roleID === undefined
      ? state.role
      : (state.me?.roles.find((one) => one.id === choice.roleID) ?? ALL_ROLES);
  const franchisee =
    choice.franchiseeID === undefined
      ? state.franchisee
      : (state.franchisees.find((one) => one.id === choice.franchiseeID) ?? null);
  const academicYear =
    choice.academicYearID === undefined
      ? state.academicYear
      : (state.years.find((one) => one.id === choice.academicYearID) ?? null);
  setSession({ role, franchisee, academicYear, hasEnquiryAccess });
  keepContext();
  writeStored('hasEnquiryAccess', hasEnquiryAccess);
  if (choice.roleID !== undefined || choice.franchiseeID !== undefined) await loadMenu();
  // Lists of the old centre are dropped; what is on the screen is read again for the new one.
  queryClient.removeQueries({ type: 'inactive' });
  await queryClient.invalidateQueries();
}

/** Which child's pages the student-facing menu opens. */
export async function chooseChild(studentAdmissionID: string): Promise<void> {
  setSession({ child: studentAdmissionID });
  await loadMenu();
}

/** Ends the session on the server, then here. Throws ApiError when the server refused. */
export async function signOut(): Promise<void> {
  try {
    await call(sessionContract.signOut, {}, { ownUnauthorised: true });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
  }
  forgetSession('logout');
}

/** Clears what this browser knows of the session: the twelve keys, the kit database, cached answers. */
export function forgetSession(left: Left): void {
  clearStored();
  writeTabContext(null);
  queryClient.clear();
  try {
    indexedDB.deleteDatabase('intellitotsadmin');
    if ('caches' in window)
      void caches
        .keys()
        .then((names) =>
          names.forEach((name) => void (name.startsWith('aangan-shell') ? null : caches.delete(name))),
        );
  } catch {
    // A browser without these stores keeps nothing in them.
  }
  resetSession(left);
}
