import { figuresOf, type HomeCards } from '@aangan/server/endpoint/home-card.ts';
import { countUpToCap } from '@aangan/server/record/keyset.ts';
import { inChosenCentre } from '@aangan/server/sql.ts';
import { sql } from 'kysely';
import { ordersModules as m } from '../modules.ts';
import { HAND_OVER } from '../order-history/order-paths.ts';
import * as handOver from './hand-over.server.ts';
import { handovers } from './handover.contract.ts';
import * as listing from './handover.listing.server.ts';
import * as myKits from './my-kits.server.ts';

export const handoverServer = [listing, handOver, myKits] as const;

const WAITING = 'orders.kits-to-hand-over';

export const handoverHomeCards: readonly HomeCards[] = [
  {
    module: m.orderHistory,
    read: async (db, { actor }) => {
      const own = countUpToCap(
        sql`select from kit_handover h where h.status = 'AT_CENTRE' and ${inChosenCentre(actor, 'h.franchisee_id')}`,
      );
      const { rows } = await sql<Record<string, number>>`select ${own} as ${sql.id(WAITING)}`.execute(db);
      return figuresOf(rows[0]);
    },
    cards: [
      {
        key: WAITING,
        title: 'Kits to hand over',
        unit: 'count',
        picture: 'number',
        on: { centre: 62, owner: 62 },
        todo: { action: 'Hand kits over', by: m.orderHistory },
        drill: {
          path: HAND_OVER,
          list: handovers.endpoints.list,
          filters: () => ({ status: ['AT_CENTRE'] }),
          measures: 'rows',
        },
      },
    ],
  },
];
