// History panels of subjects that are no records: roles, and the accounts of people with what they were given.
import { refuse } from '@aangan/contract/refusal.ts';
import { type HistoryChange, registerHistory } from '@aangan/server/record/record-history.ts';
import { personName } from '@aangan/server/sql.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { ensureUserVisible } from '../network/public.server.ts';
import { changeWords } from './journal/change-words.server.ts';
import { systemModules } from './system-modules.ts';

const labelsFrom = async (rows: Promise<{ rows: { key: string; label: string }[] }>) =>
  new Map((await rows).rows.map((row) => [row.key, row.label]));

const rightLabels = (db: Db) =>
  labelsFrom(
    sql<{ key: string; label: string }>`
      select 'end_point_id ' || id as key, coalesce(title, module || ' ' || method) as label from system_end_point
      union all select 'dashboard_id ' || id, name from dashboard
      union all select 'sub_dashboard_id ' || s.id, d.name || ': ' || m.title from sub_dashboard s join dashboard d on d.id = s.dashboard_id join module m on m.name = s.name
      union all select 'granter_role_id ' || id, description from role
      union all select 'code ' || code, title from approval_code`.execute(db),
  );

const accountLabels = (db: Db) =>
  labelsFrom(
    sql<{ key: string; label: string }>`
      select 'role_id ' || id as key, description as label from role
      union all select 'zone_id ' || id, name from zone
      union all select 'department_id ' || id, name from department
      union all select 'franchisee_id ' || id, '(' || lpad(id::text, 3, '0') || ') ' || company_name from franchisee
      union all select 'code ' || code, title from approval_code
      union all select k || ' ' || u.id, ${personName('u')} from app_user u, unnest(array['granted_by', 'approved_by', 'ended_by', 'reports_to', 'told_first', 'told_second', 'reviewed_by']) k
        where u.kind = 'STAFF' and u.franchisee_id = 1`.execute(db),
  );

/** As in the change log; who did it stands beside. */
async function rightSentences(db: Db, changes: readonly HistoryChange[]) {
  const spoken = (change: HistoryChange) => ({ ...change, who: '' });
  const words = await changeWords(db, changes.map(spoken));
  return (change: HistoryChange) => {
    const sentence = words.rights(spoken(change))?.trim();
    return sentence ? sentence.charAt(0).toUpperCase() + sentence.slice(1) : null;
  };
}

const UUID = /^[0-9a-f-]{36}$/i;

export function registerSystemHistories(): void {
  registerHistory('role', {
    module: systemModules.System,
    tables: [
      { table: 'role', title: 'Role', by: null },
      { table: 'role_end_point', title: 'Right', by: 'role_id' },
      { table: 'role_approval_code', title: 'Approval code', by: 'role_id' },
      { table: 'dashboard_role_map', title: 'Dashboard', by: 'role_id' },
      { table: 'sub_dashboard_role_map', title: 'Module in the menu', by: 'role_id' },
      { table: 'role_grantable', title: 'Who may give it', by: 'role_id' },
      { table: 'user_role', title: 'Person', by: 'role_id', stays: true },
    ],
    labels: rightLabels,
    sentences: rightSentences,
    ensureVisible: async (db, _actor, id) => {
      if (!/^\d{1,9}$/.test(id)) throw refuse('row.not-found');
      ensureFound(await db.selectFrom('role').select('id').where('id', '=', Number(id)).executeTakeFirst());
    },
  });
  registerHistory('user-account', {
    module: 'User',
    tables: [
      { table: 'app_user', title: 'Account', by: null },
      { table: 'user_role', title: 'Role', by: 'user_id', stays: true },
      { table: 'user_approval_code', title: 'Approval code', by: 'user_id', stays: true },
      { table: 'user_centre', title: 'Centre', by: 'user_id', stays: true },
      { table: 'emergency_right', title: 'Emergency right', by: 'user_id', stays: true },
    ],
    labels: accountLabels,
    ensureVisible: async (db, _actor, id) => {
      if (!UUID.test(id)) throw refuse('row.not-found');
      await ensureUserVisible(db, id);
    },
  });
}
