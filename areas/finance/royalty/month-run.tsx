import type { Endpoint } from '@aangan/contract/endpoint.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { franchiseeLabel } from '@aangan/web/format.ts';
import { type Column, moneyColumn, stateColumn, textColumn } from '@aangan/web/table/column.tsx';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { ConfirmDialog } from '@aangan/web/ui/confirm-dialog.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { Steps } from '@aangan/web/ui/steps.tsx';
import { Money } from '@aangan/web/ui/values.tsx';
import { Alert, Anchor, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import '../finance-look.tsx';
import { useSureCommand } from '../use-sure-command.tsx';
import { lastMonths } from './accrual-table.tsx';
import { type RunCentre, royaltyRunContract } from './royalty-run.contract.ts';
import { monthTitle, royaltyRunLabels } from './royalty-run.states.ts';

const POLL_MS = 2000;
const STEPS = Object.values(royaltyRunLabels);
type Step = 'freeze' | 'invoice' | 'close' | 'resume';

const words: Readonly<Record<Step, { label: string; text: string; done: string }>> = {
  freeze: {
    label: 'Freeze',
    text: 'Every centre’s royalty is booked on the last day of the month. What comes later lands in a later month.',
    done: 'The month is being frozen.',
  },
  invoice: {
    label: 'Make invoices',
    text: 'Each centre gets a numbered invoice dated today, and owes it from now on.',
    done: 'The invoices are being made.',
  },
  close: {
    label: 'Close',
    text: 'Every centre is invoiced. The run is finished.',
    done: 'The month is closed.',
  },
  resume: {
    label: 'Resume',
    text: 'Centres that are through stay as they are; the others are tried again.',
    done: 'The run goes on.',
  },
};

/** Tab of /royalty/list: a month from preview to closed. */
export function MonthRun() {
  const [month, setMonth] = useState<string | undefined>(undefined);
  const [asked, setAsked] = useState<Step | null>(null);
  const [moving, setMoving] = useState(false);
  const query = useQuery(
    royaltyRunContract.get,
    { ...(month ? { month } : {}) },
    { fresh: 0, keepPrevious: true, every: moving && POLL_MS },
  );
  useEffect(() => setMoving(isMoving(query.data)), [query.data]);
  return (
    <QueryState query={query}>
      {(run) => (
        <Stack gap="md">
          <Group align="flex-end">
            <FieldInput
              kind="choice"
              name="month"
              label="Month"
              options={lastMonths()}
              value={run.month}
              onChange={(value) => setMonth(value === null ? undefined : String(value))}
            />
            {(['freeze', 'invoice', 'close', 'resume'] as const)
              .filter((step) => run.can[step])
              .map((step) => (
                <Button
                  key={step}
                  variant={step === 'resume' ? 'default' : 'filled'}
                  onClick={() => setAsked(step)}
                >
                  {words[step].label}
                </Button>
              ))}
          </Group>
          <Steps steps={STEPS} active={Object.keys(royaltyRunLabels).indexOf(run.status)} />
          {run.status === 'PREVIEW' || run.progress.done === run.progress.of ? null : (
            <Stack gap={4}>
              <Text
                size="sm"
                role="status"
              >{`${run.progress.done} of ${run.progress.of} centres are through.`}</Text>
              <Progress
                value={(run.progress.done / Math.max(1, run.progress.of)) * 100}
                aria-label="Centres through"
              />
            </Stack>
          )}
          {run.progress.failed > 0 ? (
            <Alert color="danger" role="alert">
              {`${run.progress.failed} centres could not be done. See why below, put it right and resume.`}
            </Alert>
          ) : null}
          <Facts
            min={140}
            items={[
              { label: 'Royalty', value: <Money paise={run.totals.royalty} /> },
              { label: 'Marketing', value: <Money paise={run.totals.marketing} /> },
              { label: 'GST', value: <Money paise={run.totals.tax} /> },
              { label: 'Total', value: <Money paise={run.totals.total} /> },
            ]}
          />
          <Centres centres={run.centres} />
          {asked ? <Ask step={asked} month={run.month} onClose={() => setAsked(null)} /> : null}
        </Stack>
      )}
    </QueryState>
  );
}

/** Centres are being taken through a step right now. */
const isMoving = (
  run: { status: string; progress: { done: number; of: number; failed: number } } | undefined,
) =>
  run !== undefined &&
  run.status !== 'PREVIEW' &&
  run.status !== 'CLOSED' &&
  run.progress.done + run.progress.failed < run.progress.of;

const centreColumns: Column<RunCentre>[] = [
  textColumn(
    'centre',
    'Centre',
    (centre) => (
      <Anchor inherit component={Link} to={`/royalty/royalty-list/${centre.id}`}>
        {franchiseeLabel(centre.id, centre.name)}
      </Anchor>
    ),
    { second: (centre) => <Notes centre={centre} /> },
  ),
  stateColumn('royalty-run', (centre) => centre.status, {
    label: 'State',
    second: ({ invoiceId, number }) =>
      invoiceId ? (
        <Anchor inherit component={Link} to={`/ledger/franchisee/royalty-invoice/${invoiceId}`}>
          {number}
        </Anchor>
      ) : null,
  }),
  moneyColumn('royalty', 'Royalty', (centre) => centre.royalty),
  moneyColumn('marketing', 'Marketing', (centre) => centre.marketing),
  moneyColumn('tax', 'GST', (centre) => centre.tax),
  moneyColumn('total', 'Total', (centre) => centre.total),
  moneyColumn('lastMonth', 'Month before', (centre) => centre.lastMonth),
];

const Centres = ({ centres }: { centres: readonly RunCentre[] }) => (
  <Section title="Centres" flush>
    {centres.length === 0 ? (
      <EmptyState
        title="No royalty in this month"
        help="Centres with an agreement or a receipt stand here."
      />
    ) : (
      <ShortTable
        label="Centres"
        rows={centres}
        keyOf={(centre) => centre.id}
        columns={centreColumns}
        minWidth={760}
      />
    )}
  </Section>
);

function Notes({ centre }: { centre: RunCentre }) {
  const notes = [
    ...centre.warnings,
    ...(centre.level > 0 ? ['Raised to the guarantee'] : centre.level < 0 ? ['Lowered to the cap'] : []),
    ...(centre.carried ? ['Carried to the next month'] : []),
  ];
  return (
    <>
      {centre.error ? (
        <Text size="sm" c="var(--a-danger-text)">
          {centre.error}
        </Text>
      ) : null}
      {notes.map((note) => (
        <Text key={note} size="sm" c="dimmed">
          {note}
        </Text>
      ))}
    </>
  );
}

function Ask({ step, month, onClose }: { step: Step; month: string; onClose: () => void }) {
  const { label, text, done } = words[step];
  const run = useSureCommand<Endpoint>(royaltyRunContract[step], {
    refresh: ['royalty-run', 'royalty', 'royalty-invoice', 'franchisee-due', 'franchisee-ledger'],
    onDone: () => notice.ok(done),
  });
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`${label}: ${monthTitle(`${month}-01`)}`}
      text={text}
      confirm={label}
      run={() => run({ month })}
    />
  );
}
