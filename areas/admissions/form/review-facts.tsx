import type { Fact } from '@aangan/web/ui/section.tsx';
import { InstantText } from '@aangan/web/ui/values.tsx';
import type * as z from 'zod';
import type { reviewed } from './review.contract.ts';

type Review = { [K in keyof typeof reviewed]: z.output<(typeof reviewed)[K]> };

const genders = { MALE: 'Boy', FEMALE: 'Girl', OTHER: 'Other' } as const;
const relations = {
  MOTHER: 'mother',
  FATHER: 'father',
  GUARDIAN: 'guardian',
  GRANDPARENT: 'grandparent',
  OTHER: 'other relation',
} as const;

/** Gender, the family's own words and their signature, as lines of a reviewer's facts. */
export const reviewFacts = (review: Pick<Review, 'gender' | 'message' | 'signature'>): Fact[] => [
  { label: 'Gender', value: review.gender ? genders[review.gender] : '–' },
  { label: 'Message of the family', value: review.message, hidden: !review.message },
  {
    label: 'Signed by',
    value: review.signature ? (
      <>
        {review.signature.name} ({relations[review.signature.relation]}),{' '}
        <InstantText at={review.signature.at} />
      </>
    ) : (
      'Not signed yet'
    ),
  },
];
