// Which channels are red: the token ended, five fetches in a row failed, or nothing came for three times the usual gap.
import type { JobDeclaration } from '@aangan/server/background/background.ts';
import { HEAD_OFFICE } from '@aangan/server/sql.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { queueMessage } from '../../communication/public.server.ts';
import { usersWith } from '../../network/public.server.ts';
import { enquiryModules } from '../modules.ts';

const FAILURES_TO_RED = 5;

/** Notes a failed fetch; the channel turns red at once, or after five in a row. */
export async function channelFails(
  db: Db,
  failure: { id: string; error: string; now: Date; atOnce: boolean },
): Promise<void> {
  const row = await db
    .updateTable('lead_channel')
    .set((eb) => ({ fail_count: eb('fail_count', '+', 1), last_error: failure.error }))
    .where('id', '=', failure.id)
    .returning(['name', 'fail_count', 'failing_since'])
    .executeTakeFirst();
  if (!row || row.failing_since || (!failure.atOnce && row.fail_count < FAILURES_TO_RED)) return;
  await turnRed(db, { id: failure.id, name: row.name, now: failure.now, error: failure.error });
}

/** A fetch that works ends the trouble. */
export async function channelWorks(db: Db, id: string): Promise<void> {
  await db
    .updateTable('lead_channel')
    .set({ fail_count: 0, last_error: null, failing_since: null })
    .where('id', '=', id)
    .where('fail_count', '>', 0)
    .execute();
}

async function turnRed(
  db: Db,
  channel: { id: string; name: string; now: Date; error: string; silentHours?: number },
): Promise<void> {
  await db
    .updateTable('lead_channel')
    .set({ failing_since: channel.now.toISOString(), last_error: channel.error })
    .where('id', '=', channel.id)
    .execute();
  const people = await usersWith(db, { module: enquiryModules.googleWebHook, write: true });
  if (people.length === 0) return;
  await queueMessage(db, {
    kind: 'enquiries.lead-channel-down',
    franchiseeId: HEAD_OFFICE,
    about: { userIds: people.map((one) => one.id) },
    values: { channel: channel.name.slice(0, 30), trouble: channel.error.slice(0, 120) },
    dedupeKey: `${channel.id}:${channel.now.toISOString().slice(0, 13)}`,
    source: { kind: 'lead-channel', id: channel.id },
  });
}

const QUIET_FACTOR = 3;
// Too few leads say nothing of a usual gap.
const LEADS_NEEDED = 10;

/** Silent channels, hourly (a line on which no call is missed is none): three times the usual gap of the last 30 days, at least six hours. */
export const channelHealthJob: JobDeclaration = {
  name: 'enquiries.channel-health',
  title: 'Lead channels that fell silent',
  schedule: '7 * * * *',
  onMiss: 'SKIP',
  maxLateS: 3600,
  timeoutS: 120,
  run: async ({ work, now }) => {
    const red = await work(null, async (db) => {
      // Whoever speaks again is not silent; a failing token (fail_count) is another trouble.
      await sql`update lead_channel c set failing_since = null, last_error = null where c.failing_since is not null and c.fail_count = 0
        and exists (select from lead_intake i where i.channel_id = c.id and i.verdict = 'VALID' and i.received_at > c.failing_since)`.execute(
        db,
      );
      const { rows } = await sql<{ id: string; name: string; hours: number }>`
        select c.id, c.name, floor(extract(epoch from ${now.toISOString()}::timestamptz - s.newest) / 3600)::int as hours
          from lead_channel c join lateral (select count(*)::int as n, max(i.received_at) as newest, min(i.received_at) as oldest from lead_intake i
            where i.channel_id = c.id and i.received_at > ${now.toISOString()}::timestamptz - interval '30 days' and i.verdict = 'VALID' and not i.is_test) s on true
         where c.active and c.provider <> 'TELEPHONY' and c.failing_since is null and s.n >= ${LEADS_NEEDED}
           and ${now.toISOString()}::timestamptz - s.newest > greatest((s.newest - s.oldest) / (s.n - 1) * ${QUIET_FACTOR}, interval '6 hours')`.execute(
        db,
      );
      for (const row of rows)
        await turnRed(db, {
          id: row.id,
          name: row.name,
          now,
          error: `Has sent nothing for ${row.hours} hours`,
        });
      return rows.length;
    });
    return { ok: red, failed: 0 };
  },
};
