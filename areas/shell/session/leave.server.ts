import { type ApartCall, handleApart } from '@aangan/server/endpoint/handle.ts';
import { sessionContract } from '../session.contract.ts';
import { refuse } from '../shell-refusals.ts';
import { asSystem } from './as-system.server.ts';
import { endByToken, noteSignIn } from './open-session.server.ts';
import { tokenIn } from './session-token.server.ts';

async function leave(call: ApartCall<unknown>): Promise<Record<string, never>> {
  // A link preview or prefetch must not sign anybody out; another site cannot send the header (apps/api refuses it too).
  if (
    /prefetch/.test(call.request.headers['sec-purpose'] ?? '') ||
    call.request.headers['sec-fetch-site'] === 'cross-site'
  )
    throw refuse('request.cross-site');
  await call.work(asSystem(), async (db) => {
    const ended = await endByToken(db, tokenIn(call.request.headers.authorization), 'LOGOUT', call.now);
    if (ended)
      await noteSignIn(
        db,
        { kind: 'LOGOUT', userId: ended.userId, sessionId: ended.sessionId },
        call.request,
      );
  });
  // Not "storage": work that was not sent yet stays sealed on the device (areas/README §2.1).
  call.setHeader('clear-site-data', '"cache"');
  return {};
}

export const signOut = handleApart(sessionContract.signOut, leave);
export const logOut = handleApart(sessionContract.logOut, leave);
