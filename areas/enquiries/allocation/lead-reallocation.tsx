import { part } from '@aangan/web/part.ts';
// Moving enquiries from one owner to others: choose, look, move, take back (enquiries.md 4, lead-reallocation).
import { useSession } from '@aangan/web/session/use-session.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { Suspense } from 'react';
import './allocation-look.tsx';
import { MoveTab } from './move-tab.tsx';

const BatchesTab = part(() => import('./batches-tab.tsx'), 'BatchesTab');

const NoCentre = () => (
  <EmptyState
    title="Choose a centre first"
    help="Enquiries move between people of one centre. Choose it in the top bar."
  />
);

export function LeadReallocation() {
  const { franchisee } = useSession();
  return (
    <PageFrame title="Lead re-allocation" context="centre">
      <Suspense fallback={null}>
        <PageTabs
          tabs={[
            { value: 'open', label: 'Enquiries', content: franchisee ? <MoveTab /> : <NoCentre /> },
            { value: 'batches', label: 'Batches', content: <BatchesTab /> },
          ]}
        />
      </Suspense>
    </PageFrame>
  );
}
