import { auditContract } from './audit.contract.ts';

export const engineContracts = [auditContract];
