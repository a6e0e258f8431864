import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { TextSkeleton } from '@aangan/web/ui/skeletons.tsx';
import { Suspense } from 'react';
import { AreaJobs } from '../../system/public.web.tsx';

/** /staff/cron: the jobs of staff and attendance, as /cron/list has them. */
export const StaffJobs = () => (
  <PageFrame title="Jobs of staff">
    <Suspense fallback={<TextSkeleton />}>
      <AreaJobs area="staff" />
    </Suspense>
  </PageFrame>
);
