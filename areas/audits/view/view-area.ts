import { findingContract } from '../finding/finding.contract.ts';
import { findings } from '../finding/finding.listing.ts';
import { auditReviewContract } from '../review/review.contract.ts';
import { scoresContract } from '../scores/scores.contract.ts';
import { audits } from './audit.listing.ts';
import { centreAuditsContract } from './centre-audits.contract.ts';

export const viewContracts = [
  audits.endpoints,
  centreAuditsContract,
  findings.endpoints,
  findingContract,
  auditReviewContract,
  scoresContract,
];
