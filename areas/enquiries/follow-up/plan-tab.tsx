// Next dates for a whole set: the list with its filters, and the days the found ones are spread over.
import { useList } from '@aangan/web/list/use-list.ts';
import { part } from '@aangan/web/part.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useEnquiryFilters } from '../enquiry/enquiry-look.tsx';
import { followUpContract } from '../enquiry/follow-up.contract.ts';
import { enquiryColumns } from '../pipeline/enquiry-columns.tsx';
import type { Choose } from './plan-dialog.tsx';

const PlanDialog = part(() => import('./plan-dialog.tsx'), 'PlanDialog');

const shown = new Set(['child', 'class', 'parent', 'stage', 'owner', 'next', 'attempts']);

export function PlanTab() {
  const { franchisee } = useSession();
  const filters = useEnquiryFilters();
  const list = useList(followUpContract.list, {
    filters: filters.filter((one) => !['open', 'spancoStatus'].includes(one.name)),
  });
  const [choose, setChoose] = useState<Choose | null>(null);
  if (franchisee === null)
    return (
      <EmptyState title="Choose a centre first" help="Next dates are planned for one centre at a time." />
    );
  return (
    <>
      <DataTable
        name="follow-up-plan"
        label="Follow-ups to plan"
        list={list}
        columns={enquiryColumns.filter((column) => shown.has(column.id))}
        rowLink={(row) => `/forms/edit/${row.enquiryCode}`}
        tools={
          <Button
            size="compact-md"
            disabled={list.rows.length === 0}
            onClick={() => setChoose({ filters: planFilters(list.input) })}
          >
            Plan all that are found
          </Button>
        }
        bulk={[
          {
            label: (n) => `Plan ${n}`,
            run: (rows) => setChoose({ ids: rows.map((row) => row.id) }),
          },
        ]}
        empty={{ title: 'Nothing is due', help: 'Choose a bucket or another filter.' }}
      />
      <Suspense fallback={null}>
        {choose && <PlanDialog choose={choose} onClose={() => setChoose(null)} />}
      </Suspense>
    </>
  );
}

/** The plan takes exactly the rows of the list. */
function planFilters(input: Record<string, unknown>): NonNullable<Choose['filters']> {
  const filters = input as NonNullable<Choose['filters']>; // the list's own filters, which the plan's contract has too
  return filters.bucket || filters.q ? filters : { ...filters, bucket: ['due'] };
}
