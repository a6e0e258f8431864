import { type OutputOf, query } from '@aangan/contract/endpoint.ts';
import { toApiError } from '@aangan/web/api/api-error.ts';
import { call } from '@aangan/web/api/call.ts';
import * as z from 'zod';
import type { profileContract } from '../../areas/shell/profile.contract.ts';
import { compileMenu } from './menu.ts';
import { ALL_ROLES, choiceOf, sessionState, setSession } from './session-state.ts';
import { isSignInKept, writeStored } from './storage.ts';

// The shell's own contract is not fetched for the sign-in page: only its shape is needed here.
const menuInUse = query({
  module: '@signed-in',
  scope: 'own',
  name: 'menu.get',
  summary: 'The menu of the role in use.',
  input: z.strictObject({}),
  output: z.custom<OutputOf<typeof profileContract.menu>>(),
});
// The specification's fixed call (7), the part of its answer that is used here: the whole shape is the system area's.
const dashboardsOfRole = query({
  module: '@signed-in',
  scope: 'own',
  name: 'dashboard.by-role',
  summary: 'Dashboards of one role.',
  path: '/api/dashboard-by-role/:roleId',
  input: z.strictObject({ roleId: z.int() }),
  output: z.array(z.object({ id: z.int(), dashboardRoleMap: z.object({ isActive: z.boolean() }) })),
});

let asked = 0;
let latest: Promise<void> = Promise.resolve();

/**
 * The menu and the rights of the role in use. A failure keeps the cached menu and is shown in a dialog. Where a choice and
 * a hint ask at the same time, the question that was asked last counts, in whatever order the answers come; whoever asked
 * before waits for it too.
 */
export function loadMenu(): Promise<void> {
  asked += 1;
  latest = load(asked);
  return latest;
}

async function load(turn: number): Promise<void> {
  try {
    const modulesAt = choiceOf(sessionState());
    const [answer, shown] = await Promise.all([call(menuInUse, {}), activeDashboards()]);
    // An answer that comes after the end must not leave anything here.
    if (!isSignInKept()) return;
    if (turn !== asked) return latest;
    const { me, child } = sessionState();
    const dashboards = answer.dashboards.filter((one) => shown === null || shown.has(one.id));
    const menu = compileMenu(dashboards, {
      franchisee: me?.franchisee ?? null,
      studentAdmissionID: child,
    });
    const modules = answer.modules;
    const enquiry = menu.length === 0 || 'enquiry' in modules;
    setSession({
      menu,
      modules,
      codes: answer.codes,
      modulesAt,
      menuReady: true,
      menuProblem: null,
      ...(enquiry ? { hasEnquiryAccess: 1 as const } : {}),
    });
    writeStored('menu', menu);
    writeStored('hasEnquiryAccess', sessionState().hasEnquiryAccess);
  } catch (error) {
    if (turn !== asked) return latest;
    const problem = toApiError(error);
    if (problem.status !== 401) setSession({ menuProblem: problem.message });
  }
}

// Nobody chooses among so many: their menu is the server's union alone.
const MOST_ROLES = 10;

/** Dashboards that some role in use shows (specification 4, 7); null = not asked for. */
async function activeDashboards(): Promise<ReadonlySet<number> | null> {
  const { me, role } = sessionState();
  const roles = role.id === ALL_ROLES.id ? (me?.roles ?? []).map(({ id }) => id) : [role.id];
  if (roles.length === 0 || roles.length > MOST_ROLES) return null;
  const answers = await Promise.all(roles.map((roleId) => call(dashboardsOfRole, { roleId })));
  return new Set(answers.flat().flatMap((one) => (one.dashboardRoleMap.isActive ? [one.id] : [])));
}
