// What waits on the home screen: families that wrote and were not answered.
import { capped, type HomeCards } from '@aangan/server/endpoint/home-card.ts';
import { countUpToCap } from '@aangan/server/record/keyset.ts';
import { inChosenCentre } from '@aangan/server/sql.ts';
import { sql } from 'kysely';
import { communicationModules as m } from '../modules.ts';
import { conversationContract } from './conversation.contract.ts';
import { conversations } from './conversation.listing.ts';

const WAITING = 'communication.replies-waiting';

export const conversationHomeCards: readonly HomeCards[] = [
  {
    module: m.sendSMS,
    read: async (db, { actor }) => {
      const waiting = sql`select from conversation where status = 'WAITING' and ${inChosenCentre(actor, 'franchisee_id')}`;
      const { rows } = await sql<{ n: number }>`select ${countUpToCap(waiting)} as n`.execute(db);
      return { [WAITING]: capped(rows[0]?.n ?? 0) };
    },
    cards: [
      {
        key: WAITING,
        title: 'Replies waiting',
        unit: 'count',
        picture: 'number',
        on: { owner: 61, centre: 61, counsellor: 61, marketing: 21 },
        todo: { action: 'Answer', by: conversationContract.reply.module },
        drill: {
          path: '/communications/sms?tab=inbox',
          list: conversations.endpoints.list,
          filters: () => ({ status: 'WAITING' }),
          measures: 'rows',
        },
      },
    ],
  },
];
