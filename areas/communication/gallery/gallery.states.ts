import { transitions } from '@aangan/contract/states.ts';

export const galleryLabels = { DRAFT: 'Draft', PUBLISHED: 'Published', WITHDRAWN: 'Withdrawn' } as const;
export const galleryStates = transitions({
  DRAFT: { publish: 'PUBLISHED', withdraw: 'WITHDRAWN' },
  PUBLISHED: { withdraw: 'WITHDRAWN' },
  WITHDRAWN: { publish: 'PUBLISHED' },
});

export const MOST_PHOTOS = 300;
export const MOST_AT_ONCE = 60;
/** Sides of the two pictures that the browser makes. */
export const LARGE = 1600;
export const SMALL = 400;
