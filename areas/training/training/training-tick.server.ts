import type { JobDeclaration } from '@aangan/server/background/background.ts';
import { HEAD_OFFICE } from '@aangan/server/sql.ts';
import { sql } from 'kysely';
import { certifyLater } from '../certificate/certify.server.ts';
import { promote } from '../seat/promote.server.ts';

const AFTER_MIN = 15;

/** Every minute: what has begun is IN PROGRESS, and a quarter of an hour after its last session COMPLETED; queues move up. */
export const tickJob: JobDeclaration = {
  name: 'training.tick',
  title: 'Begin and complete trainings by the clock',
  schedule: '* * * * *',
  onMiss: 'RUN_ONCE',
  maxLateS: 600,
  timeoutS: 60,
  run: (tools) =>
    tools.work(null, async (db) => {
      const now = tools.now.toISOString();
      const begun = await sql`
        update training t set status = 'IN PROGRESS' where t.status = 'ACTIVE'
          and exists (select from training_session s where s.training_id = t.id and s.starts_at <= ${now}::timestamptz)`.execute(
        db,
      );
      const { rows: done } = await sql<{ id: string }>`
        update training t set status = 'COMPLETED' where t.status = 'IN PROGRESS'
          and not exists (select from training_session s where s.training_id = t.id and s.ends_at > ${now}::timestamptz - interval '${sql.raw(String(AFTER_MIN))} minutes') returning id`.execute(
        db,
      );
      for (const { id } of done)
        await certifyLater(db, { trainingId: id, franchiseeId: HEAD_OFFICE, key: 'completed' });
      const { rows: waiting } = await sql<{ training_id: string }>`
        select p.training_id from training_seat p join training t on t.id = p.training_id
         where t.status in ('ACTIVE', 'IN PROGRESS') and p.waitlisted > 0 and (p.capacity is null or p.seated < p.capacity) limit 100`.execute(
        db,
      );
      for (const { training_id } of waiting) await promote(db, training_id);
      return { ok: Number(begun.numAffectedRows ?? 0n) + done.length, failed: 0 };
    }),
};
