import { query } from '@aangan/contract/endpoint.ts';
import { toApiError } from '@aangan/web/api/api-error.ts';
import { call } from '@aangan/web/api/call.ts';
import { queryClient } from '@aangan/web/api/query-client.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import type { SessionFranchisee } from '@aangan/web/session/use-session.ts';
import * as z from 'zod';
import { sessionContract } from '../../areas/shell/session.contract.ts';
import { currentAcademicYear } from './academic-year.ts';
import { say } from './say.ts';
import { loadMenu } from './session-menu.ts';
import { ALL_ROLES, onlyCentre, productCentre, sessionState, setSession } from './session-state.ts';
import { isSignInKept, readStored, removeStored, writeStored } from './storage.ts';
import { readTabContext, writeTabContext } from './tab-context.ts';
import { changeToken } from './token-change.ts';
import { viewing } from './view-as.ts';

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

const currentYears = query({
  ...own,
  name: 'academic-year.current',
  summary: 'The academic year of today, as the server counts.',
  path: '/api/franchiseeAcademicYears',
  input: z.strictObject({ isCurrentAcademicYear: z.boolean() }),
  output: z.object({ rows: z.array(z.object({ id: z.int(), academicYear: z.string() })) }),
});

const SELECT_ALL: SessionFranchisee = { id: 0, companyName: 'Select All' };

let missed = false;

/** Whether centres or years could not be read: what was chosen stands meanwhile, and the minute's look asks again. */
export const contextMissed = (): boolean => missed;

/** Centres and years; a failure shows the server's text for 2 s (specification 8). Chooses what can only be one thing. */
export async function loadContext(
  last: { franchiseeID: number | null; academicYearID: number | null },
  ready: Promise<unknown>,
): Promise<void> {
  const listen = <T>(reading: Promise<{ rows: T[] }>) =>
    reading
      .then(({ rows }) => rows)
      .catch((error: unknown) => {
        say('error', toApiError(error).message);
        return null;
      });
  const [franchisees, years, current] = await Promise.all([
    listen(call(activeFranchisees, {})),
    listen(call(academicYears, {})),
    call(currentYears, { isCurrentAcademicYear: true })
      .then(({ rows }) => rows)
      .catch(() => []), // whoever cannot read the years is told by the call above
  ]);
  if (!isSignInKept()) return;
  const state = sessionState();
  const franchisee = franchisees ? centreOf(franchisees, last.franchiseeID) : state.franchisee;
  const wanted = currentAcademicYear(serverNow());
  const academicYear = years
    ? (years.find((one) => one.id === (state.academicYear?.id ?? last.academicYearID)) ??
      years.find((one) => one.academicYear === wanted) ??
      years.find((one) => one.id === current[0]?.id) ??
      null)
    : state.academicYear;
  await ready;
  missed = franchisees === null || years === null;
  setSession({
    ...(franchisees ? { franchisees } : {}),
    ...(years ? { years } : {}),
    franchisee,
    academicYear,
    contextReady: true,
  });
  // What could not be read must not undo a choice, here or in the next tab.
  if (missed) return;
  // A tab that opens as it was chooses nothing: it must not undo what another one chose meanwhile.
  const chosen =
    !readStored('franchisee') ||
    franchisee?.id !== state.franchisee?.id ||
    academicYear?.id !== state.academicYear?.id;
  if (chosen) keepContext();
  else keepTabContext();
}

/** The only one, or the one chosen here, or in a new tab the one chosen last. */
function centreOf(all: readonly SessionFranchisee[], last: number | null): SessionFranchisee | null {
  const { franchisee, singleCentre } = sessionState();
  return (
    onlyCentre({ franchisees: all, singleCentre }) ??
    all.find((one) => one.id === franchisee?.id) ??
    (readTabContext() ? null : all.find((one) => one.id === last)) ??
    null
  );
}

function keepContext(): void {
  const { role, academicYear } = sessionState();
  writeStored('franchisee', productCentre(sessionState()) ?? SELECT_ALL);
  if (academicYear) writeStored('academicYear', academicYear);
  else removeStored('academicYear');
  writeStored('role', { id: role.id, role: role.role });
  keepTabContext();
}

function keepTabContext(): void {
  const { role, academicYear } = sessionState();
  const franchisee = productCentre(sessionState());
  const view = viewing();
  writeTabContext({
    role: { id: role.id, role: role.role },
    franchisee,
    academicYear,
    ...(view ? { view } : {}),
  });
}

/** Chooses centre, year or role for this tab. Throws ApiError; then everything stays as it was. */
export async function chooseContext(choice: {
  franchiseeID?: number;
  academicYearID?: number;
  roleID?: number;
}): Promise<void> {
  const state = sessionState();
  // Who only looks chooses for this tab alone: the session is somebody else's.
  const { hasEnquiryAccess } = viewing()
    ? { hasEnquiryAccess: state.hasEnquiryAccess }
    : await changeToken(() => call(sessionContract.chooseContext, choice, { bringsToken: true }));
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
  setSession({
    role,
    franchisee,
    academicYear,
    hasEnquiryAccess,
    ...(choice.franchiseeID === undefined ? {} : { centreOfScreen: false }),
  });
  keepContext();
  writeStored('hasEnquiryAccess', hasEnquiryAccess);
  if (choice.roleID !== undefined || choice.franchiseeID !== undefined) await loadMenu();
  await readAnew();
}

/** Lists of the old centre are dropped; what is on the screen is read again for the new one. */
async function readAnew(): Promise<void> {
  queryClient.removeQueries({ type: 'inactive' });
  await queryClient.invalidateQueries();
}

/** A centre for the screens that need one, opened from all centres: neither the session nor another tab hears of it. */
export async function chooseForScreen(franchiseeId: number): Promise<void> {
  const franchisee = sessionState().franchisees.find((one) => one.id === franchiseeId);
  if (!franchisee) return;
  setSession({ franchisee, centreOfScreen: true });
  await loadMenu();
  await readAnew();
}

/** Back to all centres, at the first screen that does not need one. */
export async function leaveScreenCentre(): Promise<void> {
  if (!sessionState().centreOfScreen) return;
  setSession({ franchisee: null, centreOfScreen: false });
  await loadMenu();
  await readAnew();
}

/** Which child's pages the student-facing menu opens. */
export async function chooseChild(studentAdmissionID: string): Promise<void> {
  setSession({ child: studentAdmissionID });
  await loadMenu();
}

/** Forgets role, centre and year of this tab and of the next one. */
export function forgetContext(): void {
  for (const key of ['role', 'franchisee', 'academicYear'] as const) removeStored(key);
  writeTabContext(null);
  setSession({ role: ALL_ROLES, franchisee: null, centreOfScreen: false, academicYear: null });
}
