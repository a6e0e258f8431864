import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { formatCount } from '@aangan/web/format.ts';
import { type ListingRow, ListingTable, useListing } from '@aangan/web/listing/listing-table.tsx';
import { HistoryPanel } from '@aangan/web/record/history-panel.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { textColumn } from '@aangan/web/table/column.tsx';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { ConfirmDialog } from '@aangan/web/ui/confirm-dialog.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { InstantText } from '@aangan/web/ui/values.tsx';
import { Button, Drawer, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { uniformKit } from '../kit-types.ts';
import { OrderLink } from '../order-history/order-link.tsx';
import './indent-look.tsx';
import { BULK } from './indent-paths.ts';
import { OrderIndents } from './order-indents.tsx';
import { uniformIndentContract as contract, type IndentDetails } from './uniform-indent.contract.ts';
import { uniformIndents } from './uniform-indent.listing.ts';
import { indentSources } from './uniform-indent.states.ts';

type Line = IndentDetails['lines'][number];
type Row = ListingRow<typeof uniformIndents.endpoints.list>;

/** /indent/all-uniform-indents: what was asked for children, what of it is ordered; the chosen ones become one order. */
export function IndentList() {
  const list = useListing(uniformIndents);
  const { holds, franchisee } = useSession();
  const [ordered, order] = useState<readonly string[]>([]);
  const [cancelled, cancel] = useState<Pick<Row, 'id' | 'version' | 'number'> | null>(null);
  const [given, setGiven] = useState<readonly string[]>([]);
  const writes = holds(uniformIndents.module, true);
  const orders = holds(contract.order.also ?? '', true) && writes;
  const ask = (rows: readonly Row[]) => {
    const ids = rows.filter((row) => row.can['order']).map(({ id }) => id);
    if (franchisee === null) notice.warn('An order is of one centre. Choose it in the top bar.');
    else if (ids.length === 0) notice.warn('None of them waits to be ordered.');
    else order(ids);
  };
  const giveOut = (rows: readonly Row[]) => {
    const ids = rows.filter((row) => row.can['handOver']).map(({ id }) => id);
    if (ids.length === 0) notice.warn('None of them waits at the centre.');
    else setGiven(ids);
  };
  return (
    <PageFrame
      title={uniformIndents.title}
      count={list.total ?? undefined}
      fill
      context="centre-year"
      primary={writes ? { label: 'Indents of a class', to: BULK } : undefined}
      menu={[
        { label: 'Indent of one child', to: '/indent/uniform-indent', hidden: !writes },
        { label: 'Order gap', to: '/indent/order-gap' },
      ]}
    >
      <ListingTable
        of={uniformIndents}
        list={list}
        drawer={IndentPanel}
        searchHint="Child, indent or order"
        cells={{
          sizes: { minWidth: 260 },
          child: {
            second: (row: Row) =>
              row.setNo > 1 ? `Set ${row.setNo}` : row.source === 'ENQUIRY' ? indentSources.ENQUIRY : '',
          },
        }}
        actions={(row) => [
          { label: 'Order', frequent: true, hidden: !row.can.order, run: () => ask([row]) },
          { label: 'Hand over', frequent: true, hidden: !row.can.handOver, run: () => giveOut([row]) },
          { label: 'Cancel', danger: true, hidden: !row.can.cancel, run: () => cancel(row) },
        ]}
        bulk={[
          { label: (n) => `Order ${n}`, hidden: !orders, run: ask },
          { label: (n) => `Hand over ${n}`, hidden: !writes, run: giveOut },
        ]}
        empty={{
          title: 'No uniform is asked for yet',
          help: 'Ask for the uniforms of a class; the sizes are suggested.',
          ...(writes ? { action: { label: 'Indents of a class', to: BULK } } : {}),
        }}
      />
      {ordered.length > 0 ? <OrderIndents ids={ordered} onClose={() => order([])} /> : null}
      {given.length > 0 ? <HandOver ids={given} onClose={() => setGiven([])} /> : null}
      {cancelled ? <CancelIndent {...cancelled} onClose={() => cancel(null)} /> : null}
    </PageFrame>
  );
}

function HandOver({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) {
  const handOver = useCommand(contract.handOver, {
    refresh: ['uniform-indent', 'order-gap'],
    onDone: ({ handed }) =>
      notice.ok(
        handed === 1 ? 'The uniform is handed over.' : `${formatCount(handed)} uniforms are handed over.`,
      ),
    onError: (error) => notice.error(error),
  });
  return (
    <ConfirmDialog
      opened
      title={ids.length === 1 ? 'Hand the uniform over?' : `Hand ${formatCount(ids.length)} uniforms over?`}
      text="The families have taken all pieces home."
      confirm="Handed over"
      run={() => handOver.run({ ids: [...ids] })}
      onClose={onClose}
    />
  );
}

const CancelIndent = ({
  id,
  version,
  number,
  onClose,
}: {
  id: string;
  version: number;
  number: string;
  onClose: () => void;
}) => (
  <CommandDialog
    of={contract.cancel}
    title={`Cancel indent ${number}`}
    text="It is not ordered. Another one can be sent for the child."
    confirm="Cancel indent"
    danger
    start={{ id }}
    ifMatch={version}
    refresh={['uniform-indent', 'order-gap']}
    done={`Indent ${number} is cancelled.`}
    onClose={onClose}
  />
);

function IndentPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(contract.get, { id }, { fresh: 0 });
  return (
    <Drawer opened onClose={onClose} title={query.data?.number ?? 'Indent'}>
      <QueryState query={query}>{(row) => <Indent row={row} />}</QueryState>
    </Drawer>
  );
}

function Indent({ row }: { row: IndentDetails }) {
  const { franchisee } = useSession();
  const [step, setStep] = useState<'order' | 'cancel' | null>(null);
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <StatusTag area="uniform-indent" state={row.status} />
        <Group gap="xs">
          {row.can['order'] && franchisee !== null ? (
            <Button onClick={() => setStep('order')}>Order</Button>
          ) : null}
          {row.can['cancel'] ? (
            <Button variant="default" onClick={() => setStep('cancel')}>
              Cancel indent
            </Button>
          ) : null}
        </Group>
      </Group>
      <Facts
        min={140}
        items={[
          { label: 'Child', value: row.child },
          { label: 'Class', value: row.className },
          { label: 'Height', value: row.heightCm === null ? '–' : `${row.heightCm} cm` },
          { label: 'Set', value: String(row.setNo) },
          { label: 'For', value: indentSources[row.source] },
          { label: 'Order', value: <OrderLink of={orderOf(row)} /> },
          { label: 'Submitted', value: <InstantText at={row.submittedAt} /> },
          {
            label: 'Handed over',
            value: row.handedAt ? <InstantText at={row.handedAt} /> : null,
            hidden: row.handedAt === null,
          },
        ]}
      />
      <ShortTable
        label="Sizes"
        rows={row.lines}
        keyOf={(line) => line.productId}
        minWidth={320}
        columns={[
          textColumn('style', 'Style', (line: Line) => line.style),
          textColumn('size', 'Size', (line: Line) => line.size, {
            second: (line: Line) =>
              line.suggested !== null && line.suggested !== line.size
                ? `${line.suggested} was suggested`
                : '',
          }),
          textColumn('qty', 'Pieces', (line: Line) => String(line.qty), { align: 'end' }),
        ]}
      />
      {row.remark ? <Text>{row.remark}</Text> : null}
      <HistoryPanel kind="uniform-indent" id={row.id} />
      {step === 'order' ? <OrderIndents ids={[row.id]} onClose={() => setStep(null)} /> : null}
      {step === 'cancel' ? <CancelIndent {...row} onClose={() => setStep(null)} /> : null}
    </Stack>
  );
}

const orderOf = ({ orderId, orderNo, franchiseeId }: IndentDetails) =>
  orderId === null || orderNo === null
    ? null
    : { id: orderId, orderNo, kitType: uniformKit.id, franchiseeId };
