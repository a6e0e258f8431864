// Certificates that run out: their holders hear of it ahead, once a step.
import { addDays, type Day, daysBetween, formatDate, todayIst } from '@aangan/contract/period.ts';
import type { JobDeclaration } from '@aangan/server/background/background.ts';
import { sql } from 'kysely';
import { notify } from '../../shell/public.server.ts';

/** Days before the last one on which the holder is told (areas/training.md 2, `reminder_days`). */
const STEPS = [7, 30, 60] as const;
const FURTHEST = 60;

interface Ending {
  id: string;
  franchiseeId: number;
  userId: string;
  title: string;
  until: Day;
}

/** 08:30. A missed morning is made up for: what counts is the nearest step that was passed, told once. */
export const remindExpiryJob: JobDeclaration = {
  name: 'training.certificate-expiry',
  title: 'Tell people of certificates that expire',
  schedule: '30 8 * * *',
  onMiss: 'RUN_ONCE',
  maxLateS: 21_600,
  timeoutS: 600,
  run: async (tools) => {
    const today = todayIst(tools.now);
    return tools.work(null, async (db) => {
      const { rows } = await sql<Ending>`
        select c.id, c.franchisee_id as "franchiseeId", s.user_id as "userId", c.title, c.valid_until as until
          from training_certificate c join staff s on s.franchisee_id = c.franchisee_id and s.id = c.staff_id
         where c.status = 'VALID' and c.valid_until between ${today}::date and ${addDays(today, FURTHEST)}::date
           and s.status = 'APPROVED' and s.user_id is not null
         order by c.valid_until, c.franchisee_id, c.id limit 5000`.execute(db);
      for (const one of rows) {
        const step = STEPS.find((days) => daysBetween(today, one.until) <= days);
        await notify(db, {
          userId: one.userId,
          kind: 'training.certificate-expiry',
          title: `Your certificate expires: ${one.title}`,
          body: `It is valid until ${formatDate(one.until)}. Renew it before then.`,
          link: '/self-training',
          franchiseeId: one.franchiseeId,
          sourceArea: 'training',
          dedupeKey: `training:certificate:${one.id}:${step}`,
        });
      }
      return { ok: rows.length, failed: 0 };
    });
  },
};
