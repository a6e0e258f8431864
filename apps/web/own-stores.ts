import { serverNow } from '@aangan/web/api/server-clock.ts';
import { forgetAreaRows } from '@aangan/web/local/area-rows.ts';
import { closeDrafts, openDrafts } from '@aangan/web/local/draft-box.ts';
import { closeQueue, watchQueue } from '@aangan/web/local/offline-queue.ts';
import { forgetVisits } from '@aangan/web/local/recents.ts';
import { forgetUnfinished } from '@aangan/web/local/unfinished-uploads.ts';
import { closeVault, openVault, reopenVault } from '@aangan/web/local/vault.ts';
import { closeWaitingAudits, watchAudits } from '@aangan/web/local/waiting-audits.ts';
import { sendAudits } from '../../areas/audits/public.web.tsx';
import { say } from './say.ts';

let stopQueue: (() => void) | null = null;
let stopAudits: (() => void) | null = null;

async function readOwn(): Promise<void> {
  const old = await openDrafts(serverNow());
  if (old > 0)
    say(
      'info',
      old === 1
        ? '1 draft was older than a week and is gone.'
        : `${old} drafts were older than a week and are gone.`,
    );
  stopQueue?.();
  stopQueue = watchQueue();
  stopAudits?.();
  stopAudits = watchAudits(sendAudits);
}

/** Opens the user's sealed drafts and waiting changes with the key of the session. */
export async function openOwnStores(userId: string, key: string): Promise<void> {
  if (await openVault(userId, key)) await readOwn();
  // Not needed to draw anything; without it the kit is opened by its first screen.
  void import('@aangan/web/local/kit-database.ts').then(({ openKit }) => openKit()).catch(() => undefined);
}

/** The same without a server, with the key this browser kept while the session is open. */
export async function reopenOwnStores(userId: string): Promise<void> {
  if (await reopenVault(userId)) await readOwn();
}

/** Closes them; `forGood` deletes what the user kept here (an explicit logout). */
export async function closeOwnStores(userId: string | null, forGood: boolean): Promise<void> {
  stopQueue?.();
  stopQueue = null;
  stopAudits?.();
  stopAudits = null;
  await closeVault();
  await closeDrafts(userId, forGood);
  await closeQueue(userId, forGood);
  await closeWaitingAudits();
  if (forGood) {
    await forgetUnfinished();
    await forgetVisits();
    await forgetAreaRows();
  }
}
