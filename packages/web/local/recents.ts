import { onDevice } from './offline.ts';
import type { KeptVisit } from './offline-database.ts';

const KEPT = 20;

/** Notes a visited screen with the context it was seen in (areas/shell.md 11.4). */
export async function noteVisit(visit: Omit<KeptVisit, 'id'>): Promise<void> {
  await onDevice(undefined, async ({ recents }) => {
    await recents.put({ ...visit, id: `${visit.userId}:${visit.path}` });
    const old = await recents.where('userId').equals(visit.userId).sortBy('at');
    await recents.bulkDelete(old.slice(0, Math.max(0, old.length - KEPT)).map((row) => row.id));
  });
}

/** The user's last screens, newest first. */
export const lastVisits = (userId: string): Promise<readonly KeptVisit[]> =>
  onDevice<readonly KeptVisit[]>([], async ({ recents }) =>
    (await recents.where('userId').equals(userId).sortBy('at')).reverse(),
  );

export const forgetVisits = (): Promise<void> =>
  onDevice(undefined, async ({ recents }) => {
    await recents.clear();
  });
