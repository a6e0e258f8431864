import { useQuery } from '@aangan/web/api/use-query.ts';
import { useList } from '@aangan/web/list/use-list.ts';
import { part } from '@aangan/web/part.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { type Column, dayColumn, textColumn } from '@aangan/web/table/column.tsx';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import { icon } from '@aangan/web/ui/icon.ts';
import { Section } from '@aangan/web/ui/section.tsx';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useStep } from '../enquiry/use-step.web.ts';
import { allocationRuleContract } from './allocation-rule.contract.ts';
import { type CoverRow, leadAllocationContract } from './lead-allocation.contract.ts';

const CoverDialog = part(() => import('./roster-tab.tsx'), 'CoverDialog');

const columns: Column<CoverRow>[] = [
  textColumn('user', 'Away', (row) => row.userName, { minWidth: 180 }),
  textColumn('cover', 'Makes the calls', (row) => row.coverName, { minWidth: 180 }),
  dayColumn('fromOn', 'From', (row) => row.fromOn),
  dayColumn('toOn', 'Until', (row) => row.toOn),
  textColumn('due', 'Calls due', (row) => row.due, { width: 110, align: 'end' }),
];

/** Who stands in for whom on which days. */
export function CoverTab() {
  const { franchisee, holds } = useSession();
  const mayWrite = holds(leadAllocationContract.cover.module, true) && franchisee !== null;
  const list = useList(leadAllocationContract.covers, { local: true });
  const [adding, setAdding] = useState(false);
  const end = useStep(leadAllocationContract.endCover, 'The cover is ended.', ['follow-up']);
  return (
    <Section
      title="Cover"
      help="Calls of the absent person show in the other one’s queue, marked for whom. Owners stay."
      actions={
        mayWrite ? (
          <Button size="compact-md" leftSection={<IconPlus {...icon} />} onClick={() => setAdding(true)}>
            Add cover
          </Button>
        ) : null
      }
    >
      <DataTable
        name="allocation-cover"
        label="Covers"
        list={list}
        columns={columns}
        plain
        actions={(row) => [
          {
            label: 'End',
            danger: true,
            run: () => void end.run({ id: row.id }, { ifMatch: row.version }),
            hidden: row.can['end'] !== true,
          },
        ]}
        empty={{
          title: 'Nobody is covered',
          help: 'When somebody is away, another person makes their calls for those days.',
          ...(mayWrite ? { action: { label: 'Add cover', run: () => setAdding(true) } } : {}),
        }}
      />
      <Suspense fallback={null}>{adding && <AddCover onClose={() => setAdding(false)} />}</Suspense>
    </Section>
  );
}

function AddCover({ onClose }: { onClose: () => void }) {
  const choices = useQuery(allocationRuleContract.choices, {}, { fresh: 60_000 });
  return choices.data ? <CoverDialog people={choices.data.people} onClose={onClose} /> : null;
}
