import { choice, date, dateTime, integer, longText, text } from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { auditsModules as m } from '../modules.ts';
import { cctvKinds, cctvStatusLabels } from './cctv-document.states.ts';

/** Documents of the cameras of the centres in scope; what a newer verified one replaced is marked. */
export const cctvDocuments = listing({
  name: 'cctv-document',
  title: 'CCTV documents',
  module: [m.cctvDocUpload, m.cctvDocVerify],
  scope: 'centre',
  row: {
    centre: text({ label: 'Centre', max: 120, search: true }),
    kind: choice({ label: 'Document', options: cctvKinds }),
    periodFrom: date({ label: 'Period from' }),
    periodTo: date({ label: 'Period to' }),
    validTo: date({ label: 'Valid to', optional: true }),
    cameras: integer({ label: 'Cameras', optional: true }),
    files: integer({ label: 'Files' }),
    note: longText({ label: 'Note', max: 500, optional: true, search: true }),
    uploadedBy: text({ label: 'Uploaded by', max: 120, optional: true }),
    uploadedAt: dateTime({ label: 'Uploaded' }),
    status: choice({ label: 'Status', options: cctvStatusLabels }),
  },
  hidden: { superseded: z.boolean(), reason: z.string().nullable() },
  shown: ['kind', 'centre', 'periodTo', 'validTo', 'files', 'uploadedAt', 'status'],
  filters: {
    kind: choice({ label: 'Document', options: cctvKinds }),
    validTo: date({ label: 'Valid to', filter: 'range' }),
  },
  sorts: ['validTo', 'uploadedAt'],
  sort: '-uploadedAt',
  state: 'status',
  tiles: { SUBMITTED: 'To verify', REJECTED: 'Rejected', VERIFIED: 'Verified' },
  can: ['edit', 'decide'],
});
