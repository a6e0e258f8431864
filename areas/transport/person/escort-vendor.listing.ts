import { choice, date, integer, phone, text } from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import { transportModules as m } from '../modules.ts';
import { vendorKinds, vendorStatusLabels } from './escort.states.ts';

/** Who supplies vehicles and escorts to the centre. */
export const escortVendors = listing({
  name: 'escort-vendor',
  title: 'Vendors',
  module: m.ESCORT_DIGITAL_ID,
  scope: 'centre',
  row: {
    name: text({ label: 'Vendor', max: 120, search: true }),
    kind: choice({ label: 'Kind', options: vendorKinds }),
    contact: text({ label: 'Contact', max: 80, search: true }),
    phone: phone({ label: 'Phone' }),
    people: integer({ label: 'People' }),
    toVerify: integer({ label: 'Documents to verify' }),
    agreementTo: date({ label: 'Agreement to', optional: true }),
    status: choice({ label: 'Status', options: vendorStatusLabels }),
  },
  hidden: {},
  shown: ['name', 'kind', 'contact', 'people', 'toVerify', 'agreementTo', 'status'],
  filters: { kind: choice({ label: 'Kind', options: vendorKinds }) },
  sorts: ['name', 'agreementTo'],
  sort: 'name',
  state: 'status',
  tiles: { PENDING: 'To verify', VERIFIED: 'Verified', SUSPENDED: 'Suspended' },
  can: ['edit'],
});
