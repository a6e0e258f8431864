import type { OutputOf } from '@aangan/contract/endpoint.ts';
import type { franchiseeContract } from './franchisee.contract.ts';

/** One centre as its page has it. */
export type Franchisee = OutputOf<typeof franchiseeContract.view>;
