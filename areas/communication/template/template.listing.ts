import { choice, dateTime, integer, text } from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { communicationModules } from '../modules.ts';
import { categories, pages, templateLabels, templateTypes, userTypes } from './template.states.ts';

export const templates = listing({
  name: 'template',
  title: 'Templates',
  module: communicationModules.communicationTemplates,
  scope: 'centre',
  row: {
    name: text({ label: 'Name', max: 80, search: true }),
    type: choice({ label: 'Type', options: templateTypes }),
    userType: choice({ label: 'User type', options: userTypes }),
    page: choice({ label: 'Page', options: pages }),
    category: choice({ label: 'Category', options: categories }),
    languages: text({ label: 'Languages', max: 20 }),
    body: text({ label: 'Text', max: 2000, search: true }),
    versionNo: integer({ label: 'Version' }),
    owner: text({ label: 'Owner', max: 80 }),
    updatedAt: dateTime({ label: 'Changed' }),
    status: choice({ label: 'Status', options: templateLabels }),
  },
  hidden: { writtenBy: z.string().nullable(), dltMissing: z.boolean(), liveVersion: z.int().nullable() },
  shown: ['name', 'type', 'userType', 'category', 'languages', 'versionNo', 'owner', 'updatedAt', 'status'],
  filters: {
    type: choice({ label: 'Type', options: templateTypes }),
    userType: choice({ label: 'User type', options: userTypes }),
    category: choice({ label: 'Category', options: categories }),
  },
  sorts: ['name', 'updatedAt'],
  sort: 'name',
  state: 'status',
  tiles: { SUBMITTED: 'To activate', ACTIVE: 'Active', PAUSED: 'Paused' },
  can: ['edit', 'submit', 'activate', 'return', 'pause', 'resume', 'retire', 'test'],
});
