// A message whose work in the outbox has ended is queued again: by hand after a failure, or when its way is set up.
import type { MessageKind } from '@aangan/contract/area.ts';
import type { JobDeclaration } from '@aangan/server/background/background.ts';
import { laterAgain } from '@aangan/server/background/outbox.ts';
import { messageKind } from '@aangan/server/endpoint/area-registry.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { providerFor } from '../provider/choose-provider.server.ts';
import { NO_PROVIDER } from './message.contract.ts';
import { sendAfter } from './quiet-hours.ts';
import { contactChannels } from './ways-of.server.ts';

/** False while its work is still being done. */
export const sendAgain = (
  db: Db,
  {
    franchiseeId,
    id,
    kind,
    notBefore,
  }: { franchiseeId: number; id: string; kind: MessageKind; notBefore?: Date },
): Promise<boolean> =>
  laterAgain(
    db,
    kind.retryUnknown ? 'communication.send-again' : 'communication.send',
    { messageId: id },
    { franchiseeId, dedupeKey: id, lane: laneOf(kind), ...(notBefore ? { notBefore } : {}) },
  );

const laneOf = ({ category, urgency }: MessageKind) =>
  category === 'CODE' ? 'CODE' : category === 'PROMOTIONAL' ? 'BULK' : urgency === 'NOW' ? 'NOW' : 'ROUTINE';

/** What has waited longer is news no more: it ends instead. */
const WAITS_DAYS = 7;
const AT_ONCE = 500;

/** Messages that wait for a provider go once there is one; those whose time is over end. */
export const sendWaiting: JobDeclaration = {
  name: 'communication.no-provider',
  title: 'Messages that wait for a provider',
  schedule: '* * * * *',
  onMiss: 'SKIP',
  maxLateS: 120,
  timeoutS: 60,
  run: async ({ work, now, ports }) => {
    const open = contactChannels.filter((channel) => providerFor(channel, ports.config) !== null);
    const waiting = sql`status = 'QUEUED' and reason = ${NO_PROVIDER}`;
    const ended = await work(null, (db) =>
      sql`update message set status = 'CANCELLED', reason = 'EXPIRED' where ${waiting}
        and (expires_at <= ${now.toISOString()} or queued_at < ${now.toISOString()}::timestamptz - make_interval(days => ${WAITS_DAYS}))`.execute(
        db,
      ),
    );
    const sent = await work(null, async (db) => {
      const { rows } = await sql<{ franchiseeId: number; id: string; key: string }>`
        select franchisee_id as "franchiseeId", id, kind as key from message where ${waiting} and channel = any(${open}::text[])
         order by queued_at limit ${AT_ONCE} for update skip locked`.execute(db);
      let n = 0;
      for (const { franchiseeId, id, key } of rows) {
        const kind = messageKind(key);
        if (!kind || !(await sendAgain(db, { franchiseeId, id, kind, notBefore: sendAfter(now, kind) })))
          continue;
        await sql`update message set reason = null where franchisee_id = ${franchiseeId} and id = ${id}`.execute(
          db,
        );
        n += 1;
      }
      return n;
    });
    return { ok: sent + Number(ended.numAffectedRows ?? 0n), failed: 0 };
  },
};
