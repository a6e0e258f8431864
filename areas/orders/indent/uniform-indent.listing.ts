import { choice, dateTime, integer, integerReference, text } from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { ordersModules as m } from '../modules.ts';
import { indentLabels, indentSources } from './uniform-indent.states.ts';

const handed = choice({ label: 'Handed over', options: { YES: 'Yes', NO: 'Not yet' } });

export const uniformIndents = listing({
  name: 'uniform-indent',
  title: 'Uniform indents',
  module: m.StudentUniformIndent,
  scope: 'centre',
  needsYear: true,
  personal: { subject: 'STUDENT', purpose: 'uniform indents' },
  row: {
    number: text({ label: 'Indent', max: 30, search: true }),
    child: text({ label: 'Child', max: 120, search: true }),
    className: text({ label: 'Class', max: 80 }),
    sizes: text({ label: 'Sizes', max: 400 }),
    pieces: integer({ label: 'Pieces' }),
    setNo: integer({ label: 'Set' }),
    source: choice({ label: 'For', options: indentSources }),
    centre: text({ label: 'Centre', max: 120 }),
    orderNo: text({ label: 'Order', max: 30, optional: true, search: true }),
    submittedAt: dateTime({ label: 'Submitted' }),
    handedAt: dateTime({ label: 'Handed over', optional: true }),
    status: choice({ label: 'Status', options: indentLabels }),
  },
  hidden: { orderId: z.string().nullable(), classId: z.int(), handed: z.enum(['YES', 'NO']) },
  shown: ['number', 'child', 'className', 'sizes', 'pieces', 'orderNo', 'submittedAt', 'status'],
  filters: {
    classId: integerReference('class', { label: 'Class' }),
    source: choice({ label: 'For', options: indentSources }),
    setNo: integer({ label: 'Set' }),
    handed,
  },
  sorts: ['submittedAt', 'child', 'className', 'number'],
  sort: '-submittedAt',
  state: 'status',
  tiles: { SUBMITTED: 'To order', ORDERED: 'On order', FULFILLED: 'Arrived' },
  can: ['order', 'handOver', 'cancel'],
});
