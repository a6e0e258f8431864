// Seen and acknowledged: by staff in their own rows, by families as the centre of their child (rt_family may only read).
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { several } from '@aangan/server/sql.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import { type Db, withWholeReach } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import { asFamily } from '../../students/public.server.ts';
import { announcementContract as contract } from './announcement.contract.ts';

interface Own {
  id: string;
  franchiseeId: number;
  studentIds: string[];
  versionNo: number;
  ackRequired: boolean;
}

/** Own rows of announcements that can be read now. */
async function ownRows(db: Db, actor: Actor, ids: readonly string[], now: Date): Promise<Own[]> {
  const { rows } = await sql<Own>`
    select a.id, r.franchisee_id as "franchiseeId", r.student_ids as "studentIds", a.version_no as "versionNo", a.ack_required as "ackRequired"
      from announcement_recipient r join announcement a on a.id = r.announcement_id
     where r.user_id = ${userIdOf(actor)} and ${several('a.id', ids, 'uuid')} and a.status = 'PUBLISHED' and a.publish_at <= ${now}`.execute(
    db,
  );
  return rows;
}

/** Writes into own rows, each as its centre. */
async function write(db: Db, actor: Actor, own: readonly Own[], set: (row: Own) => RawBuilder<unknown>) {
  for (const row of own) {
    const update = () =>
      sql`update announcement_recipient r set ${set(row)}
        where r.franchisee_id = ${row.franchiseeId} and r.announcement_id = ${row.id} and r.user_id = ${userIdOf(actor)}`.execute(
        db,
      );
    if (actor.students === null) await update();
    else {
      const child = row.studentIds.find((id) => actor.students?.includes(id));
      await asFamily(db, actor, ensureFound(child), update);
    }
  }
}

const seen = ({ versionNo }: Own, now: Date) => sql`
  seen_at = case when r.seen_version = ${versionNo} then r.seen_at else ${now} end, seen_version = ${versionNo}`;

export const markSeen = handle(contract.markSeen, ({ db, actor, input, now }) =>
  withWholeReach(db, actor, async () => {
    await write(db, actor, await ownRows(db, actor, input.ids, now), (row) => seen(row, now));
    return {};
  }),
);

export const acknowledge = handle(contract.acknowledge, ({ db, actor, input, now }) =>
  withWholeReach(db, actor, async () => {
    const own = await ownRows(db, actor, [input.id], now);
    const first = ensureFound(own[0]);
    ensure(first.ackRequired, () => refuse('row.wrong-state'));
    // The first word on a text stands: a second press changes nothing.
    await write(
      db,
      actor,
      own,
      (row) => sql`${seen(row, now)},
        ack_at = case when r.ack_version = ${row.versionNo} then r.ack_at else ${now} end, ack_version = ${row.versionNo}`,
    );
    return {};
  }),
);
