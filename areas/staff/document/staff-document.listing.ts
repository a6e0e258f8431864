import { choice, date, dateTime, text } from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { staffModules } from '../modules.ts';
import { staffDocumentTitles } from './staff-document.states.ts';

/** Documents of everybody who still works at the centre; what was replaced is history. */
export const staffDocuments = listing({
  name: 'staff-document',
  title: 'Staff documents',
  module: [staffModules.Staff, staffModules.staffApprove],
  scope: 'centre',
  personal: { subject: 'staff', purpose: 'staff documents' },
  row: {
    staffName: text({ label: 'Name', max: 120, search: true }),
    employeeCode: text({ label: 'Employee code', max: 20, search: true }),
    kind: text({ label: 'Document', max: 80, search: true }),
    issuedOn: date({ label: 'Issued on', optional: true }),
    expiresOn: date({ label: 'Valid until', optional: true }),
    uploadedAt: dateTime({ label: 'Added' }),
    status: choice({ label: 'Status', options: staffDocumentTitles }),
  },
  hidden: { staffId: z.string(), reason: z.string().nullable() },
  shown: ['staffName', 'kind', 'issuedOn', 'expiresOn', 'uploadedAt', 'status'],
  filters: { expiresOn: date({ label: 'Valid until', filter: 'range' }) },
  sorts: ['staffName', 'kind', 'expiresOn', 'uploadedAt'],
  sort: 'uploadedAt',
  state: 'status',
  tiles: {
    UPLOADED: 'Waiting for verification',
    REJECTED: 'Rejected',
    EXPIRED: 'Expired',
    VERIFIED: 'Verified',
  },
  can: ['decide'],
});
