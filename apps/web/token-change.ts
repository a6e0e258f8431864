import { isSignInKept, writeStored } from './storage.ts';

const LOCK = 'aangan-token';

/**
 * Runs a call whose reply brings another token, and keeps that. The server has ended the old one before the reply is here:
 * until it is, no tab of this browser takes a refused token for the end of the session.
 */
export async function changeToken<T extends { token: string | null }>(work: () => Promise<T>): Promise<T> {
  const run = async () => {
    const answer = await work();
    // An answer that comes after the end must not leave anything here.
    if (answer.token && isSignInKept()) writeStored('token', answer.token);
    return answer;
  };
  return 'locks' in navigator ? await navigator.locks.request(LOCK, run) : await run();
}

/** Waits for the calls that change the token, in whichever tab they are under way. */
export async function tokenSettled(): Promise<void> {
  if ('locks' in navigator) await navigator.locks.request(LOCK, { mode: 'shared' }, () => undefined);
}
