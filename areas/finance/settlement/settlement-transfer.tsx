import { saveBlob } from '@aangan/web/api/open-file.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { formatRupees } from '@aangan/web/format.ts';
import { ImportDialog } from '@aangan/web/import/import-screen.tsx';
import { ListingTable, useListing } from '@aangan/web/listing/listing-table.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { useState } from 'react';
import '../finance-look.tsx';
import { settlementContract, settlements } from './settlement.contract.ts';
import {
  isDanger,
  SettlementDialog,
  SettlementDrawer,
  type SettlementRow,
  type SettlementStep,
  stepLabels,
} from './settlement-drawer.tsx';
import { settlementUtrs } from './settlement-utr.contract.ts';

const STEPS: readonly SettlementStep[] = ['initiate', 'paid', 'reopen', 'fail', 'return'];

/** /payments/settlement-payment-transfer: approved payouts go to the bank, and come back with their UTR. */
export function SettlementTransfer() {
  const list = useListing(settlements);
  const [asked, setAsked] = useState<{ row: SettlementRow; step: SettlementStep } | null>(null);
  const [importing, setImporting] = useState(false);
  const file = useCommand(settlementContract.bankFile, {
    onDone: ({ fileName, csv, total }) => {
      saveBlob(new Blob([csv], { type: 'text/csv' }), fileName);
      notice.ok(`${fileName} has ${formatRupees(total)}. Mark the payouts when the bank has it.`);
    },
    onError: (error) => notice.error(error),
  });
  const approved = (rows: readonly SettlementRow[]) => rows.filter((row) => row.can['bank-file']);
  const saveFile = (rows: readonly SettlementRow[]) => {
    const ids = approved(rows).map((row) => row.id);
    if (ids.length === 0) notice.error('Choose payouts that are approved and not at the bank yet.');
    else void file.run({ ids });
  };
  return (
    <PageFrame
      title="Settlement transfer"
      count={list.total ?? undefined}
      context="centre"
      fill
      menu={[{ label: 'UTRs from a file', run: () => setImporting(true) }]}
    >
      <ListingTable
        of={settlements}
        list={list}
        drawer={SettlementDrawer}
        cells={{
          centre: { minWidth: 170, second: (row) => (row.last4 ? `account ends in ${row.last4}` : null) },
          status: { second: (row) => row.problem },
        }}
        bulk={[{ label: (n) => `Bank file of ${n}`, run: saveFile }]}
        actions={(row) => [
          ...STEPS.map((step) => ({
            label: stepLabels[step],
            frequent: !isDanger(step),
            danger: isDanger(step),
            hidden: !row.can[step],
            run: () => setAsked({ row, step }),
          })),
          { label: 'Bank file', hidden: !row.can['bank-file'], run: () => saveFile([row]) },
        ]}
        searchHint="Centre, number or UTR"
        empty={{
          title: 'No payouts yet',
          help: 'Payouts that are approved stand here until the bank has paid them.',
          action: { label: 'Prepare payouts', to: '/ledger/nodal-payment-transfer' },
        }}
      />
      {asked ? <SettlementDialog row={asked.row} step={asked.step} onClose={() => setAsked(null)} /> : null}
      {importing ? (
        <ImportDialog of={settlementUtrs} refresh={['settlement']} onDone={() => setImporting(false)} />
      ) : null}
    </PageFrame>
  );
}
