import { todayIst } from '@aangan/contract/period.ts';
import type { JobDeclaration } from '@aangan/server/background/background.ts';
import { sql } from 'kysely';
import { usersWith } from '../../network/public.server.ts';
import { notify } from '../../shell/public.server.ts';
import { systemModules } from '../system-modules.ts';
import { disagreements } from './dashboard-grid.server.ts';
import { proposeRemovals } from './role-use.server.ts';

export const menuCheckJob: JobDeclaration = {
  name: 'system.menu-check',
  title: 'Menu against rights',
  schedule: '10 3 * * *',
  onMiss: 'RUN_ONCE',
  maxLateS: 3600,
  timeoutS: 120,
  run: ({ work, now }) =>
    work(null, async (db) => {
      const rows = await disagreements(db);
      const serious = rows.filter((row) => row.kind !== 'module-without-item');
      const day = todayIst(now);
      if (serious.length > 0)
        for (const { id } of await usersWith(db, { module: systemModules.System, write: true }))
          await notify(db, {
            userId: id,
            kind: 'system.menu-check',
            title: `Menu and rights disagree in ${serious.length} places`,
            link: '/system/roles?tab=differences',
            sourceArea: 'system',
            dedupeKey: `menu-check:${day}`,
          });
      return {
        ok: rows.length - serious.length,
        failed: serious.length,
        log: serious
          .slice(0, 40)
          .map((r) => `${r.subject}: ${r.text}`)
          .join('\n'),
      };
    }),
};

/** Changes of the week to super admins, Monday morning. */
export const roleReport: JobDeclaration = {
  name: 'system.role-report',
  title: 'Changes of roles in the week',
  schedule: '0 6 * * 1',
  onMiss: 'RUN_ONCE',
  maxLateS: 21_600,
  timeoutS: 60,
  run: ({ work, now }) =>
    work(null, async (db) => {
      const { rows } = await sql<{
        changes: number;
        people: number;
        conflicts: number;
      }>`select count(*)::int as changes, coalesce(sum((effect->'people'->>'count')::int), 0)::int as people,
        count(*) filter (where jsonb_array_length(effect->'conflicts') > 0)::int as conflicts
        from role_change where state = 'APPLIED' and coalesce(decided_at, created_at) > ${now.toISOString()}::timestamptz - interval '7 days'`.execute(
        db,
      );
      const week = rows[0] ?? { changes: 0, people: 0, conflicts: 0 };
      const supers = await db
        .selectFrom('app_user')
        .select('id')
        .where('super_admin', '=', true)
        .where('state', '=', 'ACTIVE')
        .execute();
      for (const { id } of supers)
        await notify(db, {
          userId: id,
          kind: 'system.role-report',
          title: `${week.changes} changes of roles in the week`,
          body: `${week.people} people affected, ${week.conflicts} with rights that should not be in one hand.`,
          link: '/system/roles?tab=waiting',
          sourceArea: 'system',
          dedupeKey: `role-report:${todayIst(now)}`,
        });
      return { ok: supers.length, failed: 0 };
    }),
};

export const endPointUsePurge: JobDeclaration = {
  name: 'system.end-point-use',
  title: 'Old counters of rights',
  schedule: '35 4 * * 0',
  onMiss: 'RUN_ONCE',
  maxLateS: 86_400,
  timeoutS: 120,
  run: async ({ work }) => {
    const done = await work(null, (db) =>
      sql`with old as (delete from role_use where day < current_date - 400)
        delete from end_point_use where hour < now() - interval '400 days'`.execute(db),
    );
    return { ok: Number(done.numAffectedRows ?? 0n), failed: 0 };
  },
};

/** Rights that nobody used, monthly: one line to super admins for each role, with its effect (system.md 11.1). */
export const unusedRights: JobDeclaration = {
  name: 'system.unused-rights',
  title: 'Rights that nobody uses',
  schedule: '15 6 1 * *',
  onMiss: 'RUN_ONCE',
  maxLateS: 86_400,
  timeoutS: 120,
  run: async ({ work, now }) => ({ ok: await work(null, (db) => proposeRemovals(db, now)), failed: 0 }),
};
