// Access that ends by itself: temporary roles, pauses, and people nobody has seen for long.
import { addDays, formatDate, todayIst } from '@aangan/contract/period.ts';
import type { JobDeclaration } from '@aangan/server/background/background.ts';
import { personName } from '@aangan/server/sql.ts';
import { sql } from 'kysely';
import { queueMessage } from '../../communication/public.server.ts';
import { notify } from '../../shell/public.server.ts';

const WARN_DAYS = [7, 1] as const;

interface EndingRole {
  id: string;
  user_id: string;
  home: number;
  role: string;
  to_on: string;
}

/**
 * Tells people 7 days and 1 day before a role ends, and closes the rows of roles whose last day is over. The right
 * itself ended at midnight: a grant counts only until its last day (network.md 3.1).
 */
export const grantExpiry: JobDeclaration = {
  name: 'network.grant-expiry',
  title: 'Roles that end',
  schedule: '*/5 * * * *',
  onMiss: 'RUN_ONCE',
  maxLateS: 900,
  timeoutS: 120,
  run: (tools) =>
    tools.work(null, async (db) => {
      const today = todayIst(tools.now);
      let told = 0;
      for (const days of WARN_DAYS) {
        const { rows } = await sql<EndingRole>`
          select g.id, g.user_id, u.franchisee_id as home, r.description as role, g.to_on from user_role g join role r on r.id = g.role_id join app_user u on u.id = g.user_id
           where g.ended_at is null and g.to_on = ${addDays(today, days)} and u.state = 'ACTIVE'
             and not exists (select from notice n where n.user_id = g.user_id and n.dedupe_key = 'grant:' || g.id || ':' || ${String(days)} || ':' || g.to_on)`.execute(
          db,
        );
        for (const row of rows) {
          await queueMessage(db, {
            kind: 'network.role-ending',
            franchiseeId: row.home,
            about: { userIds: [row.user_id] },
            values: { role: row.role, on: formatDate(row.to_on) },
            dedupeKey: `${row.id}:${days}:${row.to_on}`,
            source: { kind: 'USER', id: row.user_id },
          });
          await notify(db, {
            userId: row.user_id,
            kind: 'network.role-ending',
            title: `${row.role} ends on ${formatDate(row.to_on)}`,
            body: 'Ask for more time if you still need it.',
            sourceArea: 'network',
            dedupeKey: `grant:${row.id}:${days}:${row.to_on}`,
          });
          told += 1;
        }
      }
      const ended = await db
        .updateTable('user_role')
        .set({ ended_at: tools.now.toISOString() })
        .where('ended_at', 'is', null)
        .where('to_on', '<', today)
        .executeTakeFirst();
      return { ok: told + Number(ended.numUpdatedRows), failed: 0 };
    }),
};

/** Ends pauses whose last day is over; the person signs in again with the roles they had. */
export const pauseEnd: JobDeclaration = {
  name: 'network.pause-end',
  title: 'Pauses of people that end',
  schedule: '10 0 * * *',
  onMiss: 'RUN_ONCE',
  maxLateS: 3600,
  timeoutS: 60,
  run: (tools) =>
    tools.work(null, async (db) => {
      const done = await db
        .updateTable('app_user')
        .set({ state: 'ACTIVE', suspended_until: null, suspend_reason: null })
        .where('state', '=', 'SUSPENDED')
        .where('suspended_until', '<', todayIst(tools.now))
        .executeTakeFirst();
      return { ok: Number(done.numUpdatedRows), failed: 0 };
    }),
};

const PROPOSE_DAYS = 180;

/** Proposes to switch off people who have not signed in for 180 days, to whoever they report to. */
export const idlePeople: JobDeclaration = {
  name: 'network.user-idle',
  title: 'People who no longer sign in',
  schedule: '0 6 * * 1',
  onMiss: 'SKIP',
  maxLateS: 86_400,
  timeoutS: 300,
  run: (tools) =>
    tools.work(null, async (db) => {
      const since = new Date(tools.now.getTime() - PROPOSE_DAYS * 86_400_000).toISOString();
      const { rows } = await sql<{ id: string; name: string; boss: string }>`
        select u.id, ${personName('u')} as name, u.reports_to as boss from app_user u
         where u.kind = 'STAFF' and u.state = 'ACTIVE' and u.reports_to is not null and u.activated_at < ${since}
           and not exists (select from sign_in_event s where s.user_id = u.id and s.at > ${since} and s.kind in ('PASSWORD_OK', 'CODE_OK', 'INVITE_ACCEPTED')) limit 2000`.execute(
        db,
      );
      for (const row of rows)
        await notify(db, {
          userId: row.boss,
          kind: 'network.user-idle',
          title: `${row.name} has not signed in for ${PROPOSE_DAYS} days`,
          body: 'Switch the account off if it is no longer needed.',
          link: `/user/view/${row.id}`,
          sourceArea: 'network',
          dedupeKey: `idle:${row.id}:${todayIst(tools.now).slice(0, 7)}`,
        });
      return { ok: rows.length, failed: 0 };
    }),
};

/**
 * The role of a BSK user names one centre; the user's rows are found by that centre's name in the old system. Tells the
 * super admins when the two names differ after trimming and folding case (network.md N16).
 */
export const bskNameCheck: JobDeclaration = {
  name: 'network.bsk-name-check',
  title: 'Names of BSK centres',
  schedule: '0 3 * * *',
  onMiss: 'RUN_ONCE',
  maxLateS: 14_400,
  timeoutS: 60,
  run: (tools) =>
    tools.work(null, async (db) => {
      const { rows } = await sql<{
        id: string;
        role: string;
        user_centre: string;
        role_centre: string;
        admin: string;
      }>`
        select u.id, r.description as role, h.company_name as user_centre, f.company_name as role_centre, a.id as admin
          from user_role g join app_user u on u.id = g.user_id join role r on r.id = g.role_id
          join franchisee f on f.id = r.franchisee_id join franchisee h on h.id = u.franchisee_id
          join app_user a on a.super_admin and a.state = 'ACTIVE'
         where g.ended_at is null and u.state = 'ACTIVE' and lower(trim(h.company_name)) <> lower(trim(f.company_name)) limit 500`.execute(
        db,
      );
      for (const row of rows)
        await notify(db, {
          userId: row.admin,
          kind: 'network.bsk-name',
          title: `${row.role} names ${row.role_centre}, but its user is at ${row.user_centre}`.slice(0, 120),
          link: `/user/view/${row.id}`,
          sourceArea: 'network',
          dedupeKey: `bsk:${row.id}:${row.role_centre}:${row.user_centre}`,
        });
      return { ok: rows.length, failed: 0 };
    }),
};
