import { later } from '@aangan/server/background/outbox.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { queueMessage } from '../../communication/public.server.ts';
import { timeText } from '../training/training.listing.server.ts';

type News =
  | 'training.invited'
  | 'training.seat-free'
  | 'training.reminder'
  | 'training.withdrawn'
  | 'training.moved'
  | 'training.cancelled';

interface Told {
  id: string;
  franchisee_id: number;
  user_id: string | null;
  version: string;
  title: string;
  day: string;
  from: string;
  to: string;
  reason: string | null;
}

/** Tells the people of these registrations what happened; who has no sign-in hears it from the centre head. */
export async function tellStaff(db: Db, news: News, enrollmentIds: readonly string[]): Promise<void> {
  if (enrollmentIds.length === 0) return;
  const { rows } = await sql<Told>`
    select e.id, e.franchisee_id, s.user_id, e.version || ':' || t.version as version, t.title, t.from_date as day, ${timeText('t.from_time')} as "from",
        ${timeText('t.to_time')} as "to", case when t.status = 'CANCELLED' then t.cancel_reason else e.withdraw_reason end as reason
      from training_enrollment e join training t on t.id = e.training_id join staff s on s.franchisee_id = e.franchisee_id and s.id = e.staff_id
     where e.id = any (${[...enrollmentIds]}::uuid[]) and s.user_id is not null order by e.franchisee_id, e.id`.execute(
    db,
  );
  for (const row of rows)
    await queueMessage(db, {
      kind: news,
      franchiseeId: row.franchisee_id,
      about: { userIds: [row.user_id ?? ''] },
      values: {
        title: row.title,
        date: row.day,
        from: row.from,
        to: row.to,
        ...(news === 'training.cancelled' || news === 'training.withdrawn'
          ? { reason: row.reason ?? '' }
          : {}),
      },
      appLink: '/trainer-led',
      dedupeKey: `${row.id}:${row.version}`,
      source: { kind: 'training-enrollment', id: row.id },
    });
}

/** After the commit the queue moves up into what is free; the work is the whole network's, whoever caused it. */
export const promoteLater = (
  db: Db,
  { trainingId, franchiseeId, key }: { trainingId: string; franchiseeId: number; key: string },
): Promise<boolean> =>
  later(
    db,
    'training.promote',
    { trainingId },
    {
      franchiseeId,
      dedupeKey: `${trainingId}:${key}`,
      lane: 'NOW',
      source: { kind: 'training', id: trainingId },
    },
  );
