import type { JobDeclaration } from '@aangan/server/background/background.ts';
import { eachPart } from '@aangan/server/work/each-part.ts';
import { lockRow, moveStatus } from '@aangan/server/work/status-step.ts';
import { sql } from 'kysely';
import { CLOSE_DAYS, claimStates } from './damage-claim.states.ts';

/** A replacement that arrived and of which nobody says anything closes its claim. */
export const claimClose: JobDeclaration = {
  name: 'orders.claim-close',
  title: 'Close claims whose replacement arrived a week ago',
  schedule: '20 3 * * *',
  onMiss: 'RUN_ONCE',
  maxLateS: 21_600,
  timeoutS: 300,
  run: async ({ work, now }) => {
    const before = new Date(now.getTime() - CLOSE_DAYS * 86_400_000).toISOString();
    const { rows } = await work(null, (db) =>
      sql<{ franchiseeId: number; id: string }>`
        select d.franchisee_id as "franchiseeId", d.id from damage_claim d join kit_order o on o.franchisee_id = d.franchisee_id and o.id = d.reorder_id
         where d.status = 'DELIVERED' and coalesce(o.delivered_at, d.updated_at) < ${before} order by d.id limit 500`.execute(
        db,
      ),
    );
    return eachPart(
      rows,
      ({ id }) => `damage claim ${id}`,
      ({ franchiseeId, id }) =>
        work(franchiseeId, async (db) => {
          const row = await lockRow(db, 'damage_claim', id);
          if (row.status !== 'DELIVERED') return 0;
          await moveStatus(db, { states: claimStates, table: 'damage_claim', row, action: 'close' });
          return 1;
        }),
    );
  },
};
