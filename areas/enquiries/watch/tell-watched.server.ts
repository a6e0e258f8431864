import { HEAD_OFFICE } from '@aangan/server/sql.ts';
// Who hears that somebody looks at more families than work explains: the centre's head; of the head itself, head office.
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { queueMessage } from '../../communication/public.server.ts';
import { userCards } from '../../network/public.server.ts';
import { centreHeads } from '../allocation/desk.server.ts';

interface Watched {
  userId: string;
  /** Null: over several centres. */
  franchiseeId: number | null;
  n: number;
  now: Date;
}

const nameOf = async (db: Db, userId: string): Promise<string> =>
  (await userCards(db, [userId])).get(userId)?.name ?? 'Somebody who left';

async function headsOver(db: Db, { userId, franchiseeId }: Watched): Promise<string[]> {
  const heads = franchiseeId === null ? [] : await centreHeads(db, franchiseeId);
  const others = heads.filter((one) => one !== userId);
  return others.length > 0 ? others : (await centreHeads(db, HEAD_OFFICE)).filter((one) => one !== userId);
}

/** Once an hour for each person. */
export async function tellManyLooks(db: Db, what: 'views' | 'reveals', watched: Watched): Promise<void> {
  const { userId, franchiseeId, n, now } = watched;
  const heads = await headsOver(db, watched);
  if (heads.length === 0) return;
  await queueMessage(db, {
    kind: `enquiries.many-${what}`,
    franchiseeId: franchiseeId ?? HEAD_OFFICE,
    about: { userIds: heads },
    values: { who: await nameOf(db, userId), n },
    dedupeKey: `${userId}:${now.toISOString().slice(0, 13)}`,
    source: { kind: 'user', id: userId },
  });
}

/** Files with more rows than this are told to head office. */
export const TOLD_ROWS = 50_000;

interface LargeExport {
  by: string;
  franchiseeId: number | null;
  jobId: string;
  rows: number;
}

export async function tellLargeExport(db: Db, { by, franchiseeId, jobId, rows }: LargeExport): Promise<void> {
  if (rows <= TOLD_ROWS) return;
  const heads = await centreHeads(db, HEAD_OFFICE);
  if (heads.length === 0) return;
  await queueMessage(db, {
    kind: 'enquiries.large-export',
    franchiseeId: franchiseeId ?? HEAD_OFFICE,
    about: { userIds: heads },
    values: { who: await nameOf(db, by) },
    dedupeKey: jobId,
    source: { kind: 'export', id: jobId },
  });
}
