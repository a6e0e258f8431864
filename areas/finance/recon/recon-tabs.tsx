import type { Endpoint, OutputOf } from '@aangan/contract/endpoint.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { formatCount, formatRupees } from '@aangan/web/format.ts';
import { ImportDialog } from '@aangan/web/import/import-screen.tsx';
import type { ListFilter } from '@aangan/web/list/list-state.ts';
import { ListTotals } from '@aangan/web/list/list-totals.tsx';
import { useList } from '@aangan/web/list/use-list.ts';
import {
  type Column,
  dayColumn,
  instantColumn,
  moneyColumn,
  stateColumn,
  textColumn,
} from '@aangan/web/table/column.tsx';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import { buttonColumn, ShortTable } from '@aangan/web/table/short-table.tsx';
import { ConfirmDialog } from '@aangan/web/ui/confirm-dialog.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { DateText, InstantText, Money } from '@aangan/web/ui/values.tsx';
import { Alert, Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import '../finance-look.tsx';
import { monthTitle } from '../royalty/royalty-run.states.ts';
import { useSureCommand } from '../use-sure-command.tsx';
import { bankLineContract, bankStatements } from './bank-line.contract.ts';
import { bankAccounts, bankLineLabels } from './bank-line.states.ts';
import { type Period, periodContract } from './period.contract.ts';

type Line = OutputOf<typeof bankLineContract.list>['rows'][number];
type Ours = OutputOf<typeof bankLineContract.summary>['onlyOurs'][number];
const REFRESH = ['bank-line', 'nodal-ledger', 'ledger-proof', 'franchisee-due', 'settlement'];

const oursColumns: Column<Ours>[] = [
  textColumn('label', 'What', (one) => one.label),
  dayColumn('on', 'Dated', (one) => one.on),
  moneyColumn('amount', 'Amount', (one) => one.amount),
];

const lineColumns: Column<Line>[] = [
  {
    id: 'narration',
    label: 'Narration',
    minWidth: 240,
    cell: (row) => row.narration,
    second: (row) => row.utr,
  },
  dayColumn('bookedOn', 'Date', (row) => row.bookedOn, { sort: 'bookedOn' }),
  textColumn('account', 'Account', (row) => bankAccounts[row.account]),
  moneyColumn('amount', 'Amount', (row) => row.amount, { sort: 'amount' }),
  textColumn('of', 'Of', (row) => row.of ?? '–', { minWidth: 170 }),
  stateColumn('bank-line', (row) => row.status),
];
const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));
const FILTERS: readonly ListFilter[] = [
  { name: 'status', label: 'State', kind: 'choice', options: optionsOf(bankLineLabels) },
  { name: 'account', label: 'Account', kind: 'choice', options: optionsOf(bankAccounts) },
];

/** Tab Reconciliation of /ledger/nodal: the bank's lines, and what of ours no line shows. */
export function Reconciliation() {
  const query = useQuery(bankLineContract.summary, {});
  const list = useList(bankLineContract.list, { filters: FILTERS, sort: '-bookedOn' });
  const [importing, setImporting] = useState(false);
  const [asked, setAsked] = useState<{ row: Line; step: 'suspense' | 'identify' | 'charge' } | null>(null);
  return (
    <Stack gap="md">
      <QueryState query={query}>
        {(seen) => (
          <Stack gap="md">
            <Section
              title="Statement"
              actions={
                <Button size="xs" onClick={() => setImporting(true)}>
                  Import a statement
                </Button>
              }
            >
              <Facts
                min={150}
                items={[
                  {
                    label: 'Matched',
                    value: `${formatCount(seen.matched)} of ${formatCount(seen.lines)} lines`,
                  },
                  { label: 'Not known or in suspense', value: <Money paise={seen.openAmount} /> },
                  { label: 'Oldest of them', value: seen.oldest ? <DateText day={seen.oldest} /> : null },
                  { label: 'Read up to', value: seen.until ? <DateText day={seen.until} /> : null },
                ]}
              />
            </Section>
            {seen.onlyOurs.length > 0 ? (
              <Section title="In our books, not on the statement" flush>
                <ShortTable
                  label="Only ours"
                  rows={seen.onlyOurs}
                  keyOf={(one) => one.id}
                  columns={oursColumns}
                />
              </Section>
            ) : null}
          </Stack>
        )}
      </QueryState>
      <ListTotals list={list} sums={{ in: 'In', out: 'Out' }} mb={0} />
      <DataTable
        name="bank-line"
        label="Lines of the statement"
        list={list}
        columns={lineColumns}
        searchHint="Narration or UTR"
        actions={(row) => [
          {
            label: 'Identify',
            frequent: true,
            hidden: !row.can['identify'],
            run: () => setAsked({ row, step: 'identify' }),
          },
          {
            label: 'Book to suspense',
            hidden: !row.can['suspense'],
            run: () => setAsked({ row, step: 'suspense' }),
          },
          { label: 'Bank charge', hidden: !row.can['charge'], run: () => setAsked({ row, step: 'charge' }) },
        ]}
        empty={{
          title: 'No statement yet',
          help: 'Import the bank’s file: settlements, payouts and payments match by themselves.',
        }}
      />
      {importing ? (
        <ImportDialog of={bankStatements} refresh={REFRESH} onDone={() => setImporting(false)} />
      ) : null}
      {asked?.step === 'identify' ? (
        <CommandDialog
          of={bankLineContract.identify}
          title={`Identify ${formatRupees(asked.row.amount)}`}
          text={`${asked.row.narration}. It settles the centre’s dues, oldest first; the rest is paid ahead.`}
          confirm="Identify"
          start={{ id: asked.row.id }}
          ifMatch={asked.row.version}
          refresh={REFRESH}
          done={({ settled, ahead }) =>
            `${formatRupees(settled)} settles dues${ahead > 0 ? `, ${formatRupees(ahead)} is paid ahead` : ''}.`
          }
          onClose={() => setAsked(null)}
        />
      ) : null}
      {asked && asked.step !== 'identify' ? (
        <BookLine row={asked.row} step={asked.step} onClose={() => setAsked(null)} />
      ) : null}
    </Stack>
  );
}

const bookings = {
  suspense: {
    of: bankLineContract.suspense,
    title: 'Book to suspense?',
    text: 'It stands at the bank and is owed to nobody known until it is identified.',
    confirm: 'Book to suspense',
  },
  charge: {
    of: bankLineContract.charge,
    title: 'A charge of the bank?',
    text: 'It is booked as a cost of head office.',
    confirm: 'Book charge',
  },
} as const;

function BookLine({ row, step, onClose }: { row: Line; step: keyof typeof bookings; onClose: () => void }) {
  const { of, title, text, confirm } = bookings[step];
  const run = useSureCommand<Endpoint>(of, { refresh: REFRESH, onDone: () => notice.ok('Booked.') });
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={title}
      text={`${row.narration}, ${formatRupees(Math.abs(row.amount))}. ${text}`}
      confirm={confirm}
      run={() => run({ id: row.id }, row.version)}
    />
  );
}

const explainedColumns: Column<OutputOf<typeof periodContract.proof>['explained'][number]>[] = [
  textColumn('label', 'Head office’s own share', (one) => one.label),
  moneyColumn('amount', 'Amount', (one) => one.amount),
];
const checkColumns: Column<OutputOf<typeof periodContract.proof>['checks'][number]>[] = [
  instantColumn('at', 'Checked', (one) => one.at),
  textColumn('ok', 'Result', (one) => (
    <Tag tone={one.ok ? 'success' : 'danger'}>{one.ok ? 'Agrees' : (one.text ?? 'Differs')}</Tag>
  )),
];

/** Tab Proof of /ledger/nodal. */
export function DailyProof() {
  const query = useQuery(periodContract.proof, {}, { fresh: 0 });
  const [asked, setAsked] = useState(false);
  return (
    <QueryState query={query}>
      {(proof) => (
        <Stack gap="md">
          <Alert color={proof.drift === 0 ? 'success' : 'danger'} role="status">
            {proof.drift === 0
              ? 'Proof ₹0.00: what is held is what is owed and head office’s own share, to the paisa.'
              : `${formatRupees(Math.abs(proof.drift))} ${proof.drift > 0 ? 'more is held than the books explain' : 'is missing'}. Look at the entries of these accounts.`}
          </Alert>
          <Section
            title="Held and owed"
            actions={
              proof.canSweep && proof.sweepable > 0 ? (
                <Button size="xs" variant="default" onClick={() => setAsked(true)}>
                  Record a sweep
                </Button>
              ) : undefined
            }
          >
            <Facts
              min={150}
              items={[
                { label: 'Held in all', value: <Money paise={proof.held} /> },
                { label: 'Owed in all', value: <Money paise={proof.owed} /> },
                { label: 'Difference', value: <Money paise={proof.difference} /> },
                { label: 'Not explained', value: <Money paise={proof.drift} /> },
                { label: 'May be swept', value: <Money paise={proof.sweepable} /> },
              ]}
            />
          </Section>
          {proof.explained.length > 0 ? (
            <Section title="What explains the difference" flush>
              <ShortTable
                label="Own share"
                rows={proof.explained}
                keyOf={(one) => one.source}
                columns={explainedColumns}
              />
            </Section>
          ) : null}
          {proof.checks.length > 0 ? (
            <Section title="Each night at 02:10" flush>
              <ShortTable label="Proofs" rows={proof.checks} keyOf={(one) => one.at} columns={checkColumns} />
            </Section>
          ) : (
            <Text size="sm" c="dimmed">
              It is proved each night at 02:10; the results appear here.
            </Text>
          )}
          {asked ? (
            <CommandDialog
              of={periodContract.sweep}
              title="Record a sweep to the operating account"
              text={`At most ${formatRupees(proof.sweepable)}: the rest is the centres’ money.`}
              confirm="Record sweep"
              start={{ on: proof.today, amount: proof.sweepable }}
              refresh={REFRESH}
              done="Recorded."
              onClose={() => setAsked(false)}
            />
          ) : null}
        </Stack>
      )}
    </QueryState>
  );
}

type PeriodStep = { period: Period; step: 'close' | 'request' | 'approve' | 'reject' };

/** Tab Periods of /ledger/nodal: months are closed for every book, and opened again by two people. */
export function Periods() {
  const query = useQuery(periodContract.list, {}, { fresh: 0 });
  const [asked, setAsked] = useState<PeriodStep | null>(null);
  const ask = (step: PeriodStep['step']) => (period: Period) => setAsked({ period, step });
  const says = (period: Period) => titleOf(period);
  return (
    <QueryState query={query}>
      {({ periods }) => (
        <Section
          title="Months"
          help="A closed month takes no posting in any book. What belongs into it is posted on the first open day."
          flush
        >
          <ShortTable
            label="Months of the books"
            rows={periods}
            keyOf={(period) => period.month}
            minWidth={760}
            columns={[
              textColumn<Period>('month', 'Month', titleOf),
              textColumn<Period>('state', 'State', (period) => <StateOf period={period} />, {
                second: (period) => <About period={period} />,
              }),
              buttonColumn<Period>('Close', { says, run: ask('close'), when: (period) => period.can.close }),
              buttonColumn<Period>('Ask to open', {
                says,
                run: ask('request'),
                when: (period) => period.can.requestUnlock,
              }),
              buttonColumn<Period>('Open', {
                says,
                run: ask('approve'),
                when: (period) => period.request?.canDecide === true,
              }),
              buttonColumn<Period>('Leave closed', {
                says,
                run: ask('reject'),
                when: (period) => period.request?.canDecide === true,
              }),
            ]}
          />
          {asked ? <PeriodDialog asked={asked} onClose={() => setAsked(null)} /> : null}
        </Section>
      )}
    </QueryState>
  );
}

const titleOf = (period: Period) => monthTitle(`${period.month}-01`);

const StateOf = ({ period }: { period: Period }) =>
  period.locked > 0 ? <Tag tone="success">Closed</Tag> : <Tag tone="neutral">Open</Tag>;

const About = ({ period }: { period: Period }) => (
  <Stack gap={0}>
    {period.lockedAt ? (
      <span>
        {`${period.lockedBy ?? 'The product'}, `}
        <InstantText at={period.lockedAt} />
      </span>
    ) : null}
    {period.openUntil ? (
      <span>
        {'Opened until '}
        <InstantText at={period.openUntil} />
      </span>
    ) : null}
    {period.locked === 0 ? period.waits.map((text) => <span key={text}>{text}</span>) : null}
    {period.request ? (
      <span>{`${period.request.by ?? 'Somebody'} asks to open it: ${period.request.reason}`}</span>
    ) : null}
  </Stack>
);

function PeriodDialog({ asked: { period, step }, onClose }: { asked: PeriodStep; onClose: () => void }) {
  const refresh = ['ledger-period'];
  if (step === 'request')
    return (
      <CommandDialog
        of={periodContract.requestUnlock}
        title={`Ask to open ${titleOf(period)}`}
        text="Another person opens it, for some days."
        confirm="Ask to open"
        start={{ month: period.month }}
        refresh={refresh}
        done="Another person decides."
        onClose={onClose}
      />
    );
  if (step === 'approve')
    return (
      <CommandDialog
        of={periodContract.approveUnlock}
        title={`Open ${titleOf(period)}`}
        text={period.request?.reason}
        confirm="Open month"
        danger
        start={{ id: period.request?.id ?? '' }}
        refresh={refresh}
        done="The month is open; it closes by itself."
        onClose={onClose}
      />
    );
  return <Sure period={period} step={step} onClose={onClose} />;
}

function Sure({ period, step, onClose }: { period: Period; step: 'close' | 'reject'; onClose: () => void }) {
  const closing = step === 'close';
  const run = useSureCommand<Endpoint>(closing ? periodContract.close : periodContract.rejectUnlock, {
    refresh: ['ledger-period'],
    onDone: () => notice.ok(closing ? `${titleOf(period)} is closed.` : 'It stays closed.'),
  });
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={closing ? `Close ${titleOf(period)}?` : `Leave ${titleOf(period)} closed?`}
      text={closing ? `No posting into it in any of the ${period.books} books from now on.` : null}
      confirm={closing ? 'Close month' : 'Leave closed'}
      run={() => run(closing ? { month: period.month } : { id: period.request?.id })}
    />
  );
}
