import * as field from '@aangan/contract/fields.ts';
import { record } from '@aangan/contract/record.ts';
import { networkModules } from '../network-modules.ts';
import { PHASES } from './checklist.contract.ts';

/** What the network asks of every new centre; a centre gets its own copy when the partner signs. */
export const checklistTemplate = record({
  name: 'checklist-template',
  title: 'Checklist item',
  module: networkModules.Franchisee,
  scope: 'network',
  key: 'integer',
  screens: {},
  fields: {
    title: field.text({ label: 'What', max: 120, search: true }),
    phase: field.choice({ label: 'Phase', options: PHASES, filter: true }),
    days: field.integer({ label: 'Days after signing', min: 0, max: 730 }),
    ownerDepartmentId: field.integerReference('department', { label: 'Department' }),
    evidence: field.boolean({ label: 'Needs a document or photo' }),
    gate: field.boolean({ label: 'Must be done before opening', filter: true }),
    model: field.choice({
      label: 'Model',
      options: { BOTH: 'Both', FOFO: 'Franchise owned (FOFO)', COCO: 'Company owned (COCO)' },
    }),
    active: field.boolean({ label: 'Active' }),
  },
  list: { columns: ['title', 'phase', 'days', 'ownerDepartmentId', 'gate', 'model', 'active'], sort: 'days' },
  keep: true,
});
