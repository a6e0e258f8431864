// What the system proposes and only a person decides: closing after enough tries, trying a lost family again.

import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useList } from '@aangan/web/list/use-list.ts';
import { type Column, instantColumn, textColumn } from '@aangan/web/table/column.tsx';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { childColumn } from '../enquiry/child-column.tsx';
import { enquiryContract } from '../enquiry/enquiry.contract.ts';
import { useEnquiryChoices } from '../enquiry/enquiry-look.tsx';
import { useStep } from '../enquiry/use-step.web.ts';
import { followUpWorkContract } from './follow-up-work.contract.ts';

type Row = OutputOf<typeof followUpWorkContract.proposals>['rows'][number];

const columns: Column<Row>[] = [
  childColumn(),
  {
    id: 'kind',
    label: 'Proposal',
    width: 200,
    cell: (row) =>
      row.kind === 'CLOSE' ? <Tag tone="warning">Close</Tag> : <Tag tone="info">Try again</Tag>,
    second: (row) => row.reason,
  },
  textColumn('parent', 'Parent', (row) => row.guardianName, { minWidth: 150 }),
  textColumn('class', 'Class', (row) => row.className, { width: 130 }),
  textColumn('attempts', 'Tries', (row) => row.attempts, { width: 80, align: 'end' }),
  textColumn('owner', 'Owner', (row) => row.ownerName ?? 'Nobody', { width: 140 }),
  instantColumn('at', 'Since', (row) => row.at),
];

export function DecideTab() {
  const list = useList(followUpWorkContract.proposals);
  const { lostReasons = [] } = useEnquiryChoices().data ?? {};
  const move = useStep(enquiryContract.moveStage, (out) => `Now in ${out.stage}.`, ['follow-up']);
  const aside = useStep(followUpWorkContract.dismissProposal, 'Put aside.');
  const take = (row: Row) => {
    const reason = lostReasons.find((one) => one.name === row.reason);
    if (row.kind === 'CLOSE' && !reason) return notice.error('Choose a reason on the enquiry itself.');
    return move.run(
      row.kind === 'CLOSE'
        ? { id: row.enquiryId, action: 'close', lostReasonId: reason?.id ?? null }
        : { id: row.enquiryId, action: 'revive' },
      { ifMatch: row.version },
    );
  };
  return (
    <DataTable
      name="follow-up-proposal"
      label="Proposals"
      list={list}
      columns={columns}
      searchable={false}
      rowLink={(row) => `/forms/edit/${row.enquiryCode}`}
      actions={(row) => [
        {
          label: row.kind === 'CLOSE' ? 'Close' : 'Revive',
          frequent: true,
          danger: row.kind === 'CLOSE',
          hidden: row.can['move'] !== true,
          run: () => take(row),
        },
        {
          label: row.kind === 'CLOSE' ? 'Keep trying' : 'Not now',
          frequent: true,
          hidden: row.can['dismiss'] !== true,
          run: () => aside.run({ id: row.id }),
        },
      ]}
      empty={{
        title: 'Nothing to decide',
        help: 'After enough tries at different times closing is proposed here; lost families come back on their day.',
      }}
    />
  );
}
