// From a submitted announcement to its readers: approval where it is needed, the time of publication, and the facts that
// find its people centre by centre.
import { later } from '@aangan/server/background/outbox.ts';
import { HEAD_OFFICE } from '@aangan/server/sql.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensure, userIdOf } from '@aangan/server/work/ensure.ts';
import { moveStatus } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { placeOf, reachOf } from '../audience/audience.server.ts';
import { refuseCommunication } from '../communication.refusals.ts';
import { announcementStates, MOST_WITHOUT_APPROVAL } from './announcement.states.ts';
import { type AnnouncementRow, audienceOf, ensureEnds, sourceOf } from './announcement-rules.server.ts';

export interface Announce {
  id: string;
  /** PUBLISH at its time, EXPAND to its people, REMIND those who are left. */
  step: 'PUBLISH' | 'EXPAND' | 'REMIND';
  /** The centre whose people are meant; without it head office's fact goes on to each centre. */
  at?: number;
}

/** Submits a draft: it waits for another person, or it is scheduled and, when its time is now, published. */
export async function submitAnnouncement(
  db: Db,
  actor: Actor,
  row: AnnouncementRow,
  now: Date,
): Promise<AnnouncementRow> {
  const reach = await reachOf(db, audienceOf(row), placeOf(row.franchisee_id));
  ensure(reach.people > 0, () =>
    refuseCommunication('audience.nobody', { fields: { people: 'Nobody matches' } }),
  );
  ensureEnds(row.expires_at, laterOf(row.publish_at, now));
  const waits =
    row.franchisee_id === HEAD_OFFICE ||
    (row.extra_channels.length > 0 && reach.people > MOST_WITHOUT_APPROVAL);
  const submitted = { submitted_by: userIdOf(actor) };
  if (waits)
    return moveStatus(db, {
      states: announcementStates,
      table: 'announcement',
      row,
      action: 'submit',
      set: submitted,
    });
  const scheduled = await moveStatus(db, {
    states: announcementStates,
    table: 'announcement',
    row,
    action: 'schedule',
    set: { ...submitted, publish_at: laterOf(row.publish_at, now) },
  });
  return publishAtItsTime(db, scheduled, now);
}

const laterOf = (at: string | null, now: Date): Date =>
  at !== null && new Date(at) > now ? new Date(at) : now;

/** Publishes a scheduled one whose time has come; otherwise a fact does it then. */
export async function publishAtItsTime(db: Db, row: AnnouncementRow, now: Date): Promise<AnnouncementRow> {
  const at = laterOf(row.publish_at, now);
  if (at > now) {
    await announce(db, row, 'PUBLISH', { key: `publish:${row.version}`, notBefore: at });
    return row;
  }
  const published = await moveStatus(db, {
    states: announcementStates,
    table: 'announcement',
    row,
    action: 'publish',
    set: { publish_at: at },
  });
  await announce(db, published, 'EXPAND', { key: `expand:${published.version_no}` });
  return published;
}

export const announce = (
  db: Db,
  row: Pick<AnnouncementRow, 'franchisee_id' | 'id'>,
  step: Announce['step'],
  { key, notBefore, at }: { key: string; notBefore?: Date; at?: number },
): Promise<boolean> =>
  later(
    db,
    'communication.announce',
    { id: row.id, step, ...(at === undefined ? {} : { at }) } satisfies Announce,
    {
      franchiseeId: at ?? row.franchisee_id,
      dedupeKey: `${row.id}:${key}${at === undefined ? '' : `:${at}`}`,
      lane: 'NOW',
      source: sourceOf(row.id),
      ...(notBefore ? { notBefore } : {}),
    },
  );
