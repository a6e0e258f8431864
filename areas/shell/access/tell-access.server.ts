import { formatDate } from '@aangan/contract/period.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { queueMessage } from '../../communication/public.server.ts';
import { franchiseeLabels, userCards } from '../../network/public.server.ts';
import { notify } from '../profile/notice.server.ts';

/** Where a request is answered; the notice and the message lead there. */
const deskOf = (id: string): string => `/profile?tab=requests&request=${id}`;

const requestById = async (db: Db, id: string) =>
  ensureFound(
    await db
      .selectFrom('access_request as a')
      .leftJoin('module as m', 'm.name', 'a.module')
      .select([
        'a.id',
        'a.user_id',
        'a.path',
        'a.title',
        'a.franchisee_id',
        'a.reason',
        'a.status',
        'a.to_on',
        'a.answer',
        'm.title as module',
      ])
      .where('a.id', '=', id)
      .executeTakeFirst(),
  );

/** '{name} asks for {module} at {centre}': a line in the bell and an e-mail, once per round of telling. */
export async function tellAsked(
  db: Db,
  told: { id: string; round: number; to: readonly string[] },
): Promise<void> {
  if (told.to.length === 0) return;
  const row = await requestById(db, told.id);
  const centreId = row.franchisee_id ?? 1;
  const name = (await userCards(db, [row.user_id])).get(row.user_id)?.name ?? '';
  const centre = (await franchiseeLabels(db, [centreId])).get(centreId) ?? '';
  const module = row.module ?? (row.title || row.path);
  for (const userId of told.to)
    await notify(db, {
      userId,
      kind: 'shell.access-asked',
      title: `${name} asks for ${module} at ${centre}`,
      body: row.reason,
      link: deskOf(row.id),
      sourceArea: 'shell',
      dedupeKey: `access:${row.id}:${told.round}`,
    });
  await queueMessage(db, {
    kind: 'shell.access-asked',
    franchiseeId: centreId,
    about: { userIds: [...told.to] },
    values: { name, module, centre, reason: row.reason },
    dedupeKey: `${row.id}:${told.round}`,
    source: { kind: 'ACCESS_REQUEST', id: row.id },
  });
}

/** 'Your request for {module} was granted until …', or declined and why. */
export async function tellDecided(db: Db, id: string): Promise<void> {
  const row = await requestById(db, id);
  const module = row.module ?? (row.title || row.path);
  const outcome =
    row.status === 'GRANTED' && row.to_on !== null
      ? `granted until ${formatDate(row.to_on)}`
      : `declined: ${row.answer ?? ''}`;
  await notify(db, {
    userId: row.user_id,
    kind: 'shell.access-decided',
    title: `Your request for ${module} was ${outcome}`,
    link: row.status === 'GRANTED' ? row.path : '/profile?tab=access',
    sourceArea: 'shell',
    dedupeKey: `access:${row.id}:decided`,
  });
  await queueMessage(db, {
    kind: 'shell.access-decided',
    franchiseeId: row.franchisee_id ?? 1,
    about: { userIds: [row.user_id] },
    values: { module, outcome },
    dedupeKey: row.id,
    source: { kind: 'ACCESS_REQUEST', id: row.id },
  });
}
