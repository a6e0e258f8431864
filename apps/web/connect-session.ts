import { connect } from '@aangan/web/api/connection.ts';
import { proofOf } from '@aangan/web/local/browser-key.ts';
import { say } from './say.ts';
import { forgetSession } from './session.ts';
import { isStaying, sessionState } from './session-state.ts';
import { askAgain } from './session-watch.ts';
import { askStepUp } from './sign-in/step-up.ts';
import { readStored, writeStored } from './storage.ts';
import { tokenSettled } from './token-change.ts';
import { viewing } from './view-as.ts';

const ASK_GAP_MS = 5_000;
let askedAt = 0;

/** The configured base of the API, as the page was served with it; empty = the page's own origin. */
function apiBase(): string {
  const base = document.querySelector<HTMLMetaElement>('meta[name=api-base]')?.content ?? '';
  // A build that nobody served keeps the placeholder.
  return base.startsWith('http') ? base : '';
}

/** Wires the API client to this session; once, at start. */
export function connectSession(): void {
  connect({
    baseUrl: apiBase(),
    token: () => readStored('token'),
    tokenSettled,
    onToken: (token) => writeStored('token', token),
    context: () => {
      const { franchisee, academicYear, role } = sessionState();
      return {
        franchiseeId: franchisee?.id || null,
        academicYearId: academicYear?.id ?? null,
        roleId: role.id || null,
      };
    },
    prepare: async ({ method, url, headers, token }) => {
      const view = viewing();
      if (view) headers.set('x-view-as', view.id);
      // Until `me` has answered nobody knows whether this session is bound to this browser's key.
      if (!token || sessionState().bound === false) return;
      const proof = await proofOf({ method, url, token });
      if (proof) headers.set('dpop', proof);
    },
    onStepUp: askStepUp,
    // The guard hears at once that a right is gone, even where no live stream tells.
    onForbidden: () => {
      if (!isStaying() || viewing() || Date.now() - askedAt < ASK_GAP_MS) return;
      askedAt = Date.now();
      askAgain(true).catch(() => undefined);
    },
    onYearMissing: () => say('warn', 'Please Select Acadamic Year'),
    // Twenty calls may be refused at once: one clearing; the frame goes to Login by itself (shell.md 3.8).
    onUnauthorised: () => {
      if (sessionState().phase !== 'out') forgetSession('ended');
    },
  });
}
