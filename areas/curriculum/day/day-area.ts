import { dayContract, themeDaysContract, weekContract } from './day.contract.ts';
import { curriculumDays } from './day.listing.ts';
import { previewContract, reviewContract } from './review.contract.ts';

export const dayContracts = [
  dayContract,
  themeDaysContract,
  weekContract,
  reviewContract,
  previewContract,
  curriculumDays.endpoints,
];
