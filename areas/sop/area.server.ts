import { serve } from '@aangan/server/endpoint/handle.ts';
import { sop } from './area.ts';
import { effectJob, remindJob, reviewJob } from './compliance/remind.server.ts';
import { describeSection, sopHomeCards, sopSearch } from './sop-extras.server.ts';

export const sopServer = serve(
  sop,
  [
    await import('./compliance/remind.server.ts'),
    await import('./compliance/sop-compliance.listing.server.ts'),
    await import('./duty/duty.server.ts'),
    await import('./library/sop-section.listing.server.ts'),
    await import('./library/sop-section.server.ts'),
    await import('./reader/reader.server.ts'),
    await import('./uniform/enquiry-indent.server.ts'),
    await import('./version/decide-version.server.ts'),
    await import('./version/sop-version.server.ts'),
  ],
  {
    jobs: [effectJob, remindJob, reviewJob],
    search: [sopSearch],
    homeCards: sopHomeCards,
    describe: { SOP_SECTION: describeSection },
  },
);
