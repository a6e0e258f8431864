// Filters that the register adds to the shared ones (enquiries.md 4, /forms/enquiry/list).
import * as z from 'zod';
import { flagValue, severalOf } from '../enquiry/filter-values.ts';

const flag = flagValue.optional();

export const registerFilterFields = {
  programme: severalOf(z.string().trim().min(1).max(60)),
  /** Open, with a first answer that is due and was not given. */
  answerLate: flag,
  /** Flagged as possibly the same child as another. */
  duplicates: flag,
  /** Those merged into another enquiry; without it they are left out. */
  merged: flag,
  erased: flag,
  /** Longer in its stage than the settings allow. */
  stale: flag,
};
