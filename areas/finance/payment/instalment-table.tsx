import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { type Column, dayColumn, moneyColumn, textColumn } from '@aangan/web/table/column.tsx';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import type { paymentContract } from './payment.contract.ts';

type Line = OutputOf<typeof paymentContract.account>['lines'][number];

const columns: Column<Line>[] = [
  textColumn('label', 'Instalment', (line) => line.label),
  dayColumn('due', 'Due', (line) => line.dueOn),
  moneyColumn('net', 'Amount', (line) => line.net),
  moneyColumn('paid', 'Paid', (line) => line.paid),
  moneyColumn('open', 'Open', (line) => line.open),
  textColumn('state', 'State', (line) => (line.open === 0 ? 'Paid' : line.overdue ? 'Overdue' : 'To pay')),
];

/** Lines of an account with what is open of each. */
export const InstalmentTable = ({ lines }: { lines: readonly Line[] }) => (
  <ShortTable label="Instalments" rows={lines} keyOf={(line) => line.id} columns={columns} />
);
