import { useListing } from '@aangan/web/listing/listing-table.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { Group, SegmentedControl } from '@mantine/core';
import { ConcessionTable } from './concession-table.tsx';
import { studentConcessions } from './student-concession.listing.ts';

/** /approve-concession/list: concessions that wait, and those that were decided; of academic plans and of services. */
export function ConcessionQueue() {
  const list = useListing(studentConcessions);
  const [module, setModule] = useParam('module');
  return (
    <PageFrame title="Concessions to approve" count={list.total ?? undefined} context="centre" fill>
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
    </PageFrame>
  );
}
