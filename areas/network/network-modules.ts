import { modules } from '@aangan/contract/area.ts';

export const networkModules = modules({
  Franchisee: { title: 'Franchisees' },
  FranchiseeData: { title: 'Franchisee data' },
  city: { title: 'Cities' },
  User: { title: 'Users' },
  pincodes: { title: 'Pincodes' },
  PincodeCheck: { title: 'Pincode check' },
});

/** Own centre's pages beside Franchisee and FranchiseeData (system.md 12.3). */
export const OWN_CENTRE_LEVEL = 'level_2';

/** The staff area's module: its holders may add colleagues too (network.md N8). */
export const STAFF_MODULE = 'Staff';
/** The system area's module: whoever holds it may look as somebody else. */
export const SYSTEM_MODULE = 'System';
