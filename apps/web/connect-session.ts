import { connect } from '@aangan/web/api/connection.ts';
import { proofOf } from '@aangan/web/local/browser-key.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { forgetSession } from './session.ts';
import { sessionState } from './session-state.ts';
import { askStepUp } from './sign-in/step-up.ts';
import { readStored, writeStored } from './storage.ts';

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
    prepare: async ({ method, url, headers, token }) => {
      // Until `me` has answered nobody knows whether this session is bound to this browser's key.
      if (!token || sessionState().bound === false) return;
      const proof = await proofOf({ method, url, token });
      if (proof) headers.set('dpop', proof);
    },
    onStepUp: askStepUp,
    onYearMissing: () => void notice.warn('Please Select Acadamic Year'),
    // Twenty calls may be refused at once: one clearing; the frame goes to Login by itself (shell.md 3.8).
    onUnauthorised: () => {
      if (sessionState().phase !== 'out') forgetSession('ended');
    },
  });
}
