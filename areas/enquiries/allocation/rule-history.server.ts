import { refuse } from '@aangan/contract/refusal.ts';
import { registerHistory } from '@aangan/server/record/record-history.ts';
import { personName } from '@aangan/server/sql.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { enquiryModules } from '../modules.ts';

const UUID = /^[0-9a-f-]{36}$/i;

async function memberLabels(db: Db): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ key: string; name: string }>`
    select distinct 'user_id ' || u.id as key, ${personName('u')} as name from allocation_member m join app_user u on u.id = m.user_id`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.key, row.name]));
}

/** Who changed a rule of lead allocation, and its people, when. */
export function registerAllocationHistory(): void {
  registerHistory('allocation-rule', {
    module: enquiryModules.enquirySettings,
    tables: [
      { table: 'allocation_rule', title: 'Rule', by: null },
      { table: 'allocation_member', title: 'Person', by: 'rule_id' },
    ],
    labels: memberLabels,
    ensureVisible: async (db, _actor, id) => {
      if (!UUID.test(id)) throw refuse('row.not-found');
      ensureFound(
        await db.selectFrom('allocation_rule').select('id').where('id', '=', id).executeTakeFirst(),
      );
    },
  });
}
