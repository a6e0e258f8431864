import { useListing } from '@aangan/web/listing/listing-table.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { Group, SegmentedControl } from '@mantine/core';
import { LateFeeWaivers } from '../late-fee/late-fees.tsx';
import { financeModules } from '../modules.ts';
import { ConcessionTable } from './concession-table.tsx';
import { studentConcessions } from './student-concession.listing.ts';

/** /approve-concession/list: concessions that wait, and those that were decided; beside them late fees to waive. */
export function ConcessionQueue() {
  const waives = useSession().holds(financeModules.StudentFeeConcessionApproval);
  return (
    <PageFrame title="Concessions to approve" context="centre">
      <PageTabs
        tabs={[
          { value: 'concessions', label: 'Concessions', content: <Concessions /> },
          { value: 'late-fees', label: 'Late fees', hidden: !waives, content: <LateFeeWaivers /> },
        ]}
      />
    </PageFrame>
  );
}

/** Of academic plans and of services. */
function Concessions() {
  const list = useListing(studentConcessions);
  const [module, setModule] = useParam('module');
  return (
    <>
      <Group mb="sm">
        <SegmentedControl
          aria-label="For"
          value={module ?? ''}
          onChange={(value) => setModule(value || null)}
          data={[
            { value: '', label: 'All' },
            { value: 'ACADEMIC', label: 'Academic' },
            { value: 'SERVICE', label: 'Services' },
          ]}
        />
      </Group>
      <ConcessionTable list={list} />
    </>
  );
}
