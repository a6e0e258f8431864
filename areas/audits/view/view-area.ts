import { audits } from './audit.listing.ts';
import { centreAuditsContract } from './centre-audits.contract.ts';

export const viewContracts = [audits.endpoints, centreAuditsContract];
