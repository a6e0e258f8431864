import type { RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { queueMessage } from '../../communication/public.server.ts';

const DAY_MS = 86_400_000;
/** A link lives until the week of feedback is over. */
const AFTER_DAYS = 8;

interface Letter {
  guest: RowIn<'training_trainer'>;
  training: RowIn<'training'>;
  franchiseeId: number;
  /** The same key is sent once. */
  key: string;
}

const addressOf = ({ name, mobile, email }: RowIn<'training_trainer'>) => ({
  address: { mobile: mobile ?? '', ...(email ? { email } : {}), name: name ?? '' },
});
const whenOf = ({ title, from_date, from_time, to_time }: RowIn<'training'>) => ({
  title,
  date: from_date,
  from: from_time.slice(0, 5),
  to: to_time.slice(0, 5),
});

/** The own link of a trainer from outside. */
export const sendLink = (db: Db, { guest, training, franchiseeId, key }: Letter): Promise<boolean> =>
  queueMessage(db, {
    kind: 'training.guest',
    franchiseeId,
    about: addressOf(guest),
    values: whenOf(training),
    link: {
      purpose: 'training.invite',
      subjectId: guest.id,
      subjectKind: 'training-trainer',
      expiresAt: new Date(Date.parse(`${training.to_date}T23:59:59+05:30`) + AFTER_DAYS * DAY_MS),
    },
    dedupeKey: `${guest.id}:${key}`,
    source: { kind: 'training-trainer', id: guest.id },
  });

/** Trainers from outside hear of a change; of other days they are asked again. */
export async function tellGuests(
  db: Db,
  { trainingId, moved, franchiseeId }: { trainingId: string; moved: boolean; franchiseeId: number },
): Promise<void> {
  const training = await db
    .selectFrom('training')
    .selectAll()
    .where('id', '=', trainingId)
    .executeTakeFirstOrThrow();
  const guests = await db
    .selectFrom('training_trainer')
    .selectAll()
    .where('training_id', '=', trainingId)
    .where('user_id', 'is', null)
    .execute();
  for (const guest of guests) {
    const key = `changed:${training.version}`;
    if (!moved) {
      await queueMessage(db, {
        kind: 'training.guest-cancelled',
        franchiseeId,
        about: addressOf(guest),
        values: { ...whenOf(training), reason: training.cancel_reason ?? '' },
        dedupeKey: `${guest.id}:${key}`,
        source: { kind: 'training-trainer', id: guest.id },
      });
      continue;
    }
    await db
      .updateTable('training_trainer')
      .set({ response: 'PENDING', responded_at: null, decline_reason: null })
      .where('id', '=', guest.id)
      .execute();
    await sendLink(db, { guest, training, franchiseeId, key });
  }
}
