import { toApiError } from '@aangan/web/api/api-error.ts';
import { call } from '@aangan/web/api/call.ts';
import { connection } from '@aangan/web/api/connection.ts';
import { queryClient } from '@aangan/web/api/query-client.ts';
import { sessionContract } from '../../areas/shell/session.contract.ts';
import { lookForNewVersion } from './service-worker.ts';
import { askMe, startSession, takeMe } from './session.ts';
import { contextMissed, loadContext } from './session-context.ts';
import { loadMenu } from './session-menu.ts';
import { isStaying, sessionState } from './session-state.ts';
import { readStored, writeStored } from './storage.ts';

// shell.md 2.5, 5, 3.10.
const RENEW_MS = 15 * 60_000;
const ASK_MS = 60_000;
const TICK_MS = 10_000;
const AWAY_MS = 15_000;

let token: string | null = null;
let since = 0;
let askedAt = 0;

/** Renews the token every 15 minutes and asks every minute who this still is, while a session is open. */
export function watchSession(): void {
  const look = () => void tick(Date.now()).catch(() => undefined);
  setInterval(look, TICK_MS);
  document.addEventListener('visibilitychange', look);
  window.addEventListener('online', () => {
    if (sessionState().phase === 'away') startSession().catch(() => undefined);
  });
}

async function tick(now: number): Promise<void> {
  // A server that was away at the start is asked again by itself; not every device tells when its network is back.
  if (sessionState().phase === 'away' && now - askedAt >= AWAY_MS) {
    askedAt = now;
    await startSession();
  }
  if (!isStaying() || !navigator.onLine) return;
  const stored = readStored('token');
  if (stored !== token) {
    token = stored;
    since = now;
  }
  if (now - since >= RENEW_MS) await renew();
  if (document.visibilityState === 'visible' && now - askedAt >= ASK_MS) {
    askedAt = now;
    await askAgain();
  }
}

/** One tab renews for all: the others read the new token from the storage at their next call. */
async function renew(): Promise<void> {
  const run = async (lock?: Lock | null) => {
    if (lock === null || readStored('token') !== token) return;
    const answer = await call(sessionContract.renew, {}, { background: true }).catch((error: unknown) => {
      if (toApiError(error).code !== 'session.renewed') throw error;
      return null;
    });
    if (answer) writeStored('token', answer.token);
  };
  if ('locks' in navigator) await navigator.locks.request('aangan-renew', { ifAvailable: true }, run);
  else await run();
}

/** Rights that were given or taken meanwhile change menu and guard without a reload; `menuToo`: the menu alone may have changed. */
export async function askAgain(menuToo = false): Promise<void> {
  const me = await askMe({ background: true });
  const before = JSON.stringify([readStored('access'), sessionState().codes, sessionState().me?.superAdmin]);
  const changed = JSON.stringify([me.roles, me.modulesAuth, me.superAdmin]) !== before;
  if (changed) takeMe(me);
  // What a busy or restarting server did not give is asked for again without anybody's doing.
  const { menuReady, menuProblem } = sessionState();
  const missed = contextMissed() || !menuReady || menuProblem !== null;
  if (contextMissed()) await loadContext(me.context, Promise.resolve());
  if (changed || menuToo || missed) {
    const rights = JSON.stringify(sessionState().modules);
    await loadMenu();
    // What stands on the screen was read under the old rights.
    if (JSON.stringify(sessionState().modules) !== rights) await queryClient.invalidateQueries();
  }
  lookForNewVersion(me.minVersion > connection.version);
}
