import type { AreaExtras } from '@aangan/server/endpoint/area-extras.ts';
import { curriculumHomeCards } from './home-cards.server.ts';

export const deliveryFiles = [
  await import('./delivery.server.ts'),
  await import('./section-plan.server.ts'),
  await import('./section-plan.listing.server.ts'),
];

export const deliveryExtras: Pick<AreaExtras, 'homeCards'> = { homeCards: curriculumHomeCards };
