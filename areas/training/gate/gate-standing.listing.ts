import { choice, date, reference, text } from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { trainingModules as m } from '../modules.ts';
import { trainingGate } from './training-gate.record.ts';

export const standings = { LACKING: 'Missing', HELD: 'Held' } as const;

/** /self-training/teacher-performance, tab Who lacks what: everybody of whom a gate asks a certificate today. */
export const gateStandings = listing({
  name: 'gate-standing',
  title: 'Certificates asked for',
  module: m.teacherPerformance,
  scope: 'centre',
  personal: { subject: 'STAFF', purpose: 'certificates of staff' },
  row: {
    staff: text({ label: 'Staff', max: 130, search: true }),
    employeeCode: text({ label: 'Employee code', max: 20, search: true }),
    centre: text({ label: 'Centre', max: 140 }),
    certificate: text({ label: 'Certificate', max: 100, search: true }),
    work: trainingGate.fields.work,
    since: date({ label: 'Asked for since', help: 'After the days to get it' }),
    state: choice({ label: 'Certificate held', options: standings }),
  },
  hidden: { staffId: z.string(), certificateTypeId: z.string() },
  shown: ['staff', 'centre', 'certificate', 'work', 'since', 'state'],
  filters: {
    certificateTypeId: reference('certificate-type', { label: 'Certificate' }),
    work: trainingGate.fields.work,
  },
  sorts: ['staff', 'certificate', 'since'],
  sort: 'staff',
  state: 'state',
  can: [],
});
