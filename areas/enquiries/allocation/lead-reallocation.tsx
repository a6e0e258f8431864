// Moving enquiries from one owner to others: choose, look, move, take back (enquiries.md 4, lead-reallocation).
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { lazy, Suspense } from 'react';
import './allocation-look.tsx';
import { MoveTab } from './move-tab.tsx';

const BatchesTab = lazy(() => import('./batches-tab.tsx').then((file) => ({ default: file.BatchesTab })));

export function LeadReallocation() {
  return (
    <PageFrame title="Lead re-allocation" context="centre">
      <Suspense fallback={null}>
        <PageTabs
          tabs={[
            { value: 'open', label: 'Enquiries', content: <MoveTab /> },
            { value: 'batches', label: 'Batches', content: <BatchesTab /> },
          ]}
        />
      </Suspense>
    </PageFrame>
  );
}
