import { capped, type HomeCards } from '@aangan/server/endpoint/home-card.ts';
import { inChosenCentre } from '@aangan/server/sql.ts';
import { holdsCode } from '@aangan/server/work/approval.ts';
import { userIdOf } from '@aangan/server/work/ensure.ts';
import { withWholeReach } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { communicationModules as m } from '../modules.ts';
import { announcementContract } from './announcement.contract.ts';
import { announcements } from './announcement.listing.ts';
import { ownFilters, ownRows } from './announcement.queries.server.ts';

const TO_ACKNOWLEDGE = 'communication.to-acknowledge';
const TO_APPROVE = 'communication.announcements-to-approve';

export const announcementHomeCards: readonly HomeCards[] = [
  {
    module: [m.announcementList, m.studentAnnouncements],
    read: (db, { actor, now }) =>
      withWholeReach(db, actor, async () => {
        const { rows } = await sql<{
          n: number;
        }>`select count(*)::int as n from (${ownRows(userIdOf(actor), now)}) x
          where ${ownFilters({ unread: false, toAcknowledge: true, ended: false }, now)}`.execute(db);
        return { [TO_ACKNOWLEDGE]: capped(rows[0]?.n ?? 0) };
      }),
    cards: [
      {
        key: TO_ACKNOWLEDGE,
        title: 'Announcements to acknowledge',
        unit: 'count',
        picture: 'number',
        on: {
          owner: 60,
          centre: 60,
          counsellor: 60,
          teacher: 60,
          marketing: 60,
          staff: 60,
          zone: 60,
        },
        drill: {
          path: '/announcement/announcement-view',
          list: announcementContract.feed,
          filters: () => ({ toAcknowledge: true }),
          measures: 'rows',
        },
      },
    ],
  },
  {
    module: m.announcementList,
    read: async (db, { actor }): Promise<Record<string, { n: number }>> => {
      // Nothing to say to those who may not decide.
      if (!holdsCode(actor, 'CAMPAIGN_APPROVED')) return {};
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from announcement a
        where a.status = 'WAITING' and ${inChosenCentre(actor, 'a.franchisee_id')}`.execute(db);
      return { [TO_APPROVE]: capped(rows[0]?.n ?? 0) };
    },
    cards: [
      {
        key: TO_APPROVE,
        title: 'Announcements to approve',
        unit: 'count',
        picture: 'number',
        on: { owner: 61, centre: 61, marketing: 20 },
        todo: { action: 'Approve', by: m.announcementList },
        drill: {
          path: '/announcement/announcement-list',
          list: announcements.endpoints.list,
          filters: () => ({ status: 'WAITING' }),
          measures: 'rows',
        },
      },
    ],
  },
];
