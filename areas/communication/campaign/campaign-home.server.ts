// What waits on the home screen: campaigns for another person's approval, and messages that failed.
import { capped, type HomeCards, type HomeFigure } from '@aangan/server/endpoint/home-card.ts';
import { countUpToCap } from '@aangan/server/record/keyset.ts';
import { inChosenCentre } from '@aangan/server/sql.ts';
import { holdsCode } from '@aangan/server/work/approval.ts';
import { sql } from 'kysely';
import { messageContract, NO_PROVIDER } from '../message/message.contract.ts';
import { communicationModules as m } from '../modules.ts';
import { campaigns } from './campaign.listing.ts';

const FAILED = 'communication.messages-failed';
const WAITING = 'communication.no-provider';

const toApprove = (page: 'SEND_SMS' | 'SEND_EMAIL', at: number): HomeCards => {
  const isSms = page === 'SEND_SMS';
  const key = isSms ? ('communication.sms-to-approve' as const) : ('communication.email-to-approve' as const);
  const module = isSms ? m.sendSMS : m.sendEmail;
  return {
    module,
    read: async (db, { actor }): Promise<Record<string, { n: number }>> => {
      // Nothing to say to those who may not decide.
      if (!holdsCode(actor, 'CAMPAIGN_APPROVED')) return {};
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from campaign c
        where c.status = 'WAITING_APPROVAL' and c.page = ${page} and ${inChosenCentre(actor, 'c.franchisee_id')}`.execute(
        db,
      );
      return { [key]: capped(rows[0]?.n ?? 0) };
    },
    cards: [
      {
        key,
        title: isSms ? 'SMS campaigns to approve' : 'E-mail campaigns to approve',
        unit: 'count',
        picture: 'number',
        on: { owner: at, centre: at, marketing: at - 40, zone: at },
        todo: { action: 'Approve', by: module },
        drill: {
          path: isSms ? '/communications/sms?tab=campaigns' : '/communications/email',
          list: campaigns.endpoints.list,
          filters: () => ({ status: 'WAITING_APPROVAL', page }),
          measures: 'rows',
        },
      },
    ],
  };
};

export const campaignHomeCards: readonly HomeCards[] = [
  {
    module: [m.sendSMS, m.sendEmail],
    read: async (db, { actor }): Promise<Record<string, HomeFigure>> => {
      const waiting = sql`select from message where status = 'QUEUED' and reason = ${NO_PROVIDER} and ${inChosenCentre(actor, 'franchisee_id')}`;
      const { rows } = await sql<{ n: number }>`select ${countUpToCap(waiting)} as n`.execute(db);
      const n = rows[0]?.n ?? 0;
      return n === 0 ? {} : { [WAITING]: { ...capped(n), note: 'No provider is set up for their way' } };
    },
    cards: [
      {
        key: WAITING,
        title: 'Messages that wait: no provider',
        unit: 'count',
        picture: 'number',
        on: { owner: 2, system: 2 },
        drill: {
          path: '/communications/sms?tab=outbox',
          list: messageContract.list,
          filters: () => ({ status: 'QUEUED', reason: NO_PROVIDER }),
          measures: 'rows',
        },
      },
    ],
  },
  toApprove('SEND_SMS', 62),
  toApprove('SEND_EMAIL', 63),
  {
    module: m.sendSMS,
    read: async (db, { actor }) => {
      const failed = sql`select from message where status = 'FAILED' and ${inChosenCentre(actor, 'franchisee_id')}`;
      const { rows } = await sql<{ n: number }>`select ${countUpToCap(failed)} as n`.execute(db);
      return { [FAILED]: capped(rows[0]?.n ?? 0) };
    },
    cards: [
      {
        key: FAILED,
        title: 'Messages that failed',
        unit: 'count',
        picture: 'number',
        on: { centre: 64 },
        drill: {
          path: '/communications/sms?tab=outbox',
          list: messageContract.list,
          filters: () => ({ status: 'FAILED' }),
          measures: 'rows',
        },
      },
    ],
  },
];
