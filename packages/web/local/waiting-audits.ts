import { useSyncExternalStore } from 'react';
import { onDevice } from './offline.ts';
import { tryAgain } from './try-again.ts';
import { vaultOwner } from './vault.ts';

/** Answers and photos of audits that this device has not sent (`auditOp`, `auditBlob`). They outlive a sign-out, sealed. */
export interface WaitingAudits {
  answers: number;
  photos: number;
}

const NONE: WaitingAudits = { answers: 0, photos: 0 };
let shown = NONE;
const listeners = new Set<() => void>();
let stays = 0;

/** Changes with each sign-out: what a tab alone has of one person is never sent as another. */
export const stayOfTab = (): number => stays;

/** Counts anew: whoever writes or sends them says so. */
export async function countWaitingAudits(): Promise<WaitingAudits> {
  const owner = vaultOwner();
  const next =
    owner === null
      ? NONE
      : await onDevice(NONE, async ({ ofArea }) => {
          const count = (store: 'auditOp' | 'auditBlob') =>
            ofArea(store).where('owner').equals(owner).count();
          const [all, photos] = [await count('auditOp'), await count('auditBlob')];
          // A photo is an operation, too.
          return { answers: Math.max(0, all - photos), photos };
        });
  if (next.answers !== shown.answers || next.photos !== shown.photos) {
    shown = next;
    for (const listener of listeners) listener();
  }
  return next;
}

export const useWaitingAudits = (): WaitingAudits =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
  );

/** The person of this tab signs out, or another one signs in. */
export async function closeWaitingAudits(): Promise<void> {
  stays += 1;
  await countWaitingAudits();
}

/** '3 answers and 1 photo of audits'; null when nothing waits. */
export function waitingAuditsText({ answers, photos }: WaitingAudits): string | null {
  const words = [
    answers === 0 ? null : answers === 1 ? '1 answer' : `${answers} answers`,
    photos === 0 ? null : photos === 1 ? '1 photo' : `${photos} photos`,
  ].filter((one) => one !== null);
  return words.length === 0 ? null : `${words.join(' and ')} of audits`;
}

/** Sends by itself what waits. Returns how to stop. */
export function watchAudits(send: () => Promise<void>): () => void {
  const go = async () => {
    const { answers, photos } = await countWaitingAudits();
    // What sends them is fetched only where there is something to send.
    if (answers + photos > 0 && navigator.onLine) await send().catch(() => undefined);
  };
  return tryAgain(() => void go());
}
