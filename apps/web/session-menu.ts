import { toApiError } from '@aangan/web/api/api-error.ts';
import { call } from '@aangan/web/api/call.ts';
import { profileContract } from '../../areas/shell/profile.contract.ts';
import { compileMenu } from './menu.ts';
import { choiceOf, sessionState, setSession } from './session-state.ts';
import { isSignInKept, writeStored } from './storage.ts';

/** The menu and the rights of the role in use. A failure keeps the cached menu and is shown in a dialog. */
export async function loadMenu(): Promise<void> {
  try {
    const modulesAt = choiceOf(sessionState());
    const answer = await call(profileContract.menu, {});
    // An answer that comes after the end must not leave anything here.
    if (!isSignInKept()) return;
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
      modulesAt,
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
