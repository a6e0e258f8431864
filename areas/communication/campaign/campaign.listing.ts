import { choice, dateTime, integer, text } from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { communicationModules as m } from '../modules.ts';
import { pages } from '../template/template.states.ts';
import { campaignLabels } from './campaign.states.ts';

export const campaigns = listing({
  name: 'campaign',
  title: 'Campaigns',
  module: [m.sendSMS, m.sendEmail],
  scope: 'centre',
  row: {
    title: text({ label: 'Title', max: 80, search: true }),
    target: text({ label: 'For', max: 300, search: true }),
    template: text({ label: 'Template', max: 80 }),
    page: choice({ label: 'Page', options: pages }),
    reached: integer({ label: 'People', optional: true }),
    sent: integer({ label: 'Sent' }),
    delivered: integer({ label: 'Delivered' }),
    failed: integer({ label: 'Not sent' }),
    by: text({ label: 'By', max: 120, optional: true }),
    scheduledAt: dateTime({ label: 'Goes out', optional: true }),
    createdAt: dateTime({ label: 'Created' }),
    status: choice({ label: 'Status', options: campaignLabels }),
  },
  hidden: { madeBy: z.string().nullable() },
  shown: ['title', 'target', 'reached', 'sent', 'delivered', 'failed', 'by', 'createdAt', 'status'],
  filters: { page: choice({ label: 'Page', options: pages }) },
  sorts: ['title', 'createdAt'],
  sort: '-createdAt',
  state: 'status',
  can: ['edit', 'approve', 'return', 'cancel'],
});
