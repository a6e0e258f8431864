import { choice, date, text } from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { trainingModules as m } from '../modules.ts';
import { certificateLabels, certificateSources } from './certificate.states.ts';

/** /self-training/teacher-performance, tab Certificates. */
export const trainingCertificates = listing({
  name: 'training-certificate',
  title: 'Certificates',
  module: m.teacherPerformance,
  scope: 'centre',
  personal: { subject: 'STAFF', purpose: 'certificates of staff' },
  row: {
    staff: text({ label: 'Staff', max: 130, search: true }),
    employeeCode: text({ label: 'Employee code', max: 20, search: true }),
    centre: text({ label: 'Centre', max: 140 }),
    type: text({ label: 'Certificate', max: 100, search: true }),
    title: text({ label: 'For', max: 150 }),
    number: text({ label: 'Number', max: 30, search: true }),
    source: choice({ label: 'How', options: certificateSources }),
    issuedOn: date({ label: 'Issued' }),
    validUntil: date({ label: 'Valid until', optional: true }),
    state: choice({ label: 'State', options: certificateLabels }),
  },
  hidden: { staffId: z.string() },
  shown: ['staff', 'centre', 'type', 'number', 'source', 'issuedOn', 'validUntil', 'state'],
  filters: {
    source: choice({ label: 'How', options: certificateSources }),
    validUntil: date({ label: 'Valid until', filter: 'range' }),
  },
  sorts: ['issuedOn', 'staff', 'type', 'number'],
  sort: '-issuedOn',
  state: 'state',
  can: ['print', 'revoke'],
});
