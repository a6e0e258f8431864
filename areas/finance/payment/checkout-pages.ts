import type { PolicyPage } from '@aangan/contract/page-policy.ts';

/** Where a family pays its fees: the provider's checkout opens here. */
export const feesPage: PolicyPage = { path: '/admission-payments/{referenceID}', policy: 'checkout' };
