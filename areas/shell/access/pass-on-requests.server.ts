import type { JobDeclaration } from '@aangan/server/background/background.ts';
import { usersWith } from '../../network/public.server.ts';
import { tellAsked } from './tell-access.server.ts';

// Unanswered requests go up: after two days to the zone's head, after four to the system desk (system.md 3.8).
const ROUNDS = [
  { round: 1, afterHours: 48, roleId: 13 },
  { round: 2, afterHours: 96, roleId: 3 },
] as const;

export const passOnRequests: JobDeclaration = {
  name: 'shell.pass-on-requests',
  title: 'Access requests that wait',
  schedule: '15 * * * *',
  onMiss: 'RUN_ONCE',
  maxLateS: 3_600,
  timeoutS: 120,
  run: (tools) =>
    tools.work(null, async (db) => {
      let told = 0;
      for (const { round, afterHours, roleId } of ROUNDS) {
        const waiting = await db
          .selectFrom('access_request')
          .select(['id', 'franchisee_id', 'user_id'])
          .where('status', '=', 'OPEN')
          .where('reminders', '=', round - 1)
          .where('created_at', '<=', new Date(tools.now.getTime() - afterHours * 3_600_000).toISOString())
          .limit(200)
          .execute();
        for (const row of waiting) {
          const people = await usersWith(db, {
            roleId,
            ...(row.franchisee_id === null ? {} : { franchiseeId: row.franchisee_id }),
          });
          await tellAsked(db, {
            id: row.id,
            round,
            to: people
              .map(({ id }) => id)
              .filter((id) => id !== row.user_id)
              .slice(0, 5),
          });
          await db.updateTable('access_request').set({ reminders: round }).where('id', '=', row.id).execute();
          told += 1;
        }
      }
      return { ok: told, failed: 0, log: `${told} requests passed on` };
    }),
};
