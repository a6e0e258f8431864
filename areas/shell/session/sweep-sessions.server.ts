import type { JobDeclaration } from '@aangan/server/background/background.ts';
import { sql } from 'kysely';

/** Ends what ran out and removes what is only of the past (shell.md 6). */
export const sweepSessions: JobDeclaration = {
  name: 'shell.session-sweep',
  title: 'Sessions that ran out',
  schedule: '*/5 * * * *',
  onMiss: 'SKIP',
  maxLateS: 600,
  timeoutS: 120,
  run: (tools) =>
    tools.work(null, async (db) => {
      const now = tools.now.toISOString();
      const ended =
        await sql`update session set ended_at = ${now}, end_reason = case when absolute_until <= ${now} then 'ABSOLUTE' else 'IDLE' end
      where ended_at is null and (absolute_until <= ${now} or last_seen_at + make_interval(secs => idle_seconds + 60) <= ${now})`.execute(
          db,
        );
      await sql`delete from session_token where session_id in (select id from session where ended_at < ${now}::timestamptz - interval '1 day')`.execute(
        db,
      );
      await sql`delete from session where ended_at < ${now}::timestamptz - interval '90 days'`.execute(db);
      const codes =
        await sql`delete from code_challenge where expires_at < ${now}::timestamptz - interval '24 hours'`.execute(
          db,
        );
      await sql`delete from rate_counter where window_start < ${now}::timestamptz - interval '1 day'`.execute(
        db,
      );
      return {
        ok: Number(ended.numAffectedRows ?? 0n),
        failed: 0,
        log: `${codes.numAffectedRows ?? 0n} old codes removed`,
      };
    }),
};
