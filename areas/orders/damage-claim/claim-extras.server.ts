import { figuresOf, type HomeCards } from '@aangan/server/endpoint/home-card.ts';
import { countUpToCap } from '@aangan/server/record/keyset.ts';
import { registerHistory, visibleRow } from '@aangan/server/record/record-history.ts';
import { inChosenCentre } from '@aangan/server/sql.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { ordersModules as m } from '../modules.ts';
import { claimPath } from './claim-paths.ts';
import { damageClaims } from './damage-claim.listing.ts';
import { claimLabels } from './damage-claim.states.ts';

// What the screen shows itself, or what a step tells already.
const TOLD = [
  'franchisee_id',
  'claim_no',
  'order_id',
  'shipment_id',
  'status',
  'fault',
  'submitted_at',
  'submitted_by',
  'taken_by',
  'decided_by',
  'decided_at',
  'decision_note',
  'reorder_id',
  'note_id',
  'credited_at',
];

/** To be called once at start. */
export function registerClaimHistory(): void {
  registerHistory('damage-claim', {
    module: m.orderHistory,
    tables: [{ table: 'damage_claim', title: 'Claim', by: null }],
    columns: Object.fromEntries(TOLD.map((column) => [column, null])),
    states: claimLabels,
    ensureVisible: visibleRow('damage_claim'),
  });
}

export async function describeClaim(db: Db, id: string): Promise<{ label: string; link: string } | null> {
  const row = await db
    .selectFrom('damage_claim')
    .select(['claim_no', 'order_id'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? { label: `Claim ${row.claim_no}`, link: claimPath(row.order_id) } : null;
}

const DECIDE = 'orders.claims-to-decide';
const TO_DECIDE = ['SUBMITTED', 'UNDER_REVIEW'];

export const claimHomeCards: readonly HomeCards[] = [
  {
    module: m.orderHistory,
    read: async (db, { actor, yearId }) => {
      const { rows } = await sql<Record<string, number>>`
        select ${countUpToCap(sql`select from damage_claim d join kit_order o on o.franchisee_id = d.franchisee_id and o.id = d.order_id
          where o.academic_year_id = ${yearId} and ${inChosenCentre(actor, 'd.franchisee_id')}
            and d.status = any (${TO_DECIDE}::text[])`)} as ${sql.id(DECIDE)}`.execute(db);
      return figuresOf(rows[0]);
    },
    cards: [
      {
        key: DECIDE,
        title: 'Claims to decide',
        unit: 'count',
        picture: 'number',
        on: { operations: 62 },
        todo: { action: 'Decide', by: m.orderHistory },
        drill: {
          path: '/order-history/kit/damage-missing-kit',
          list: damageClaims.endpoints.list,
          filters: () => ({ status: TO_DECIDE }),
          measures: 'rows',
        },
      },
    ],
  },
];
