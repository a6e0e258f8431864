import type { Endpoint, OutputOf } from '@aangan/contract/endpoint.ts';
import { formatDate } from '@aangan/contract/period.ts';
import { saveBlob } from '@aangan/web/api/open-file.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import type { ListModel } from '@aangan/web/list/use-list.ts';
import { useList } from '@aangan/web/list/use-list.ts';
import { type ListingRow, ListingTable } from '@aangan/web/listing/listing-table.tsx';
import { HistoryPanel } from '@aangan/web/record/history-panel.tsx';
import { type Column, instantColumn, textColumn } from '@aangan/web/table/column.tsx';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { ConfirmDialog } from '@aangan/web/ui/confirm-dialog.tsx';
import { clockText, useSecondsUntil } from '@aangan/web/ui/countdown.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { QrImage } from '@aangan/web/ui/qr-image.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { CopyText, DateText, InstantText, Money } from '@aangan/web/ui/values.tsx';
import { Alert, Button, Drawer, Group, Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import '../finance-look.tsx';
import { useSureCommand } from '../use-sure-command.tsx';
import { eInvoiceContract as c, eInvoices } from './e-invoice.contract.ts';
import { documentKinds, eInvoiceGroups } from './e-invoice.states.ts';

type Row = ListingRow<typeof eInvoices.endpoints.list>;
type EInvoice = OutputOf<typeof c.get>;
type Step = 'retry' | 'mark-generated' | 'cancel' | 'mark-cancelled';
const NOTES = '/ledger/transaction/add';

const labels: Readonly<Record<Step, string>> = {
  retry: 'Retry',
  'mark-generated': 'Mark as registered',
  cancel: 'Cancel',
  'mark-cancelled': 'Cancelled manually',
};

/** /royalty/eInvoice-list: what needs a person first, then what is under way, then what is done. */
export function EInvoiceList() {
  const setup = useQuery(c.setup, {});
  const [asked, setAsked] = useState(false);
  const from = setup.data?.from ?? null;
  return (
    <PageFrame
      title="E-invoices"
      context="centre"
      menu={setup.data?.mayChange ? [{ label: 'When e-invoices apply', run: () => setAsked(true) }] : []}
    >
      {setup.data && from === null ? (
        <Alert color="warning" mb="md">
          Nothing is registered: no day is set from which e-invoices apply.
        </Alert>
      ) : null}
      {setup.data && from !== null && !setup.data.portal ? (
        <Alert color="warning" mb="md">
          {`Documents dated from ${formatDate(from)} are kept here, but the portal is not configured. The administrator enters its address and sign-in.`}
        </Alert>
      ) : null}
      <PageTabs
        tabs={(Object.entries(eInvoiceGroups) as [keyof typeof eInvoiceGroups, string][]).map(
          ([value, label]) => ({
            value: value.toLowerCase(),
            label,
            content: <Inbox group={value} />,
          }),
        )}
      />
      {asked ? (
        <CommandDialog
          of={c.applyFrom}
          title="When e-invoices apply"
          text="Royalty invoices and notes of head office that are dated from this day on are registered at the portal. Leave it empty to register none."
          confirm="Save"
          start={{ from }}
          refresh={['e-invoice']}
          done="Saved."
          onClose={() => setAsked(false)}
        />
      ) : null}
    </PageFrame>
  );
}

const EMPTY = {
  NEEDS: {
    title: 'Nothing needs you',
    help: 'A document that the portal refuses stands here with what to do.',
  },
  WORKING: { title: 'Nothing is under way', help: 'New documents are registered within a minute.' },
  DONE: { title: 'No e-invoice yet', help: 'Registered and cancelled documents stand here.' },
} as const;

function Inbox({ group }: { group: keyof typeof eInvoiceGroups }) {
  const input = useMemo(() => ({ group: [group] }), [group]);
  const list: ListModel<Row> = useList(eInvoices.endpoints.list, { input, sort: eInvoices.sort });
  const [asked, setAsked] = useState<{ row: Row; step: Step } | null>(null);
  return (
    <>
      <ListingTable
        of={eInvoices}
        list={list}
        drawer={EInvoiceDrawer}
        cells={{
          centre: { minWidth: 150, second: (row) => row.buyerGstin },
          message: { minWidth: 240 },
          status: { second: (row) => <Left until={row.cancelUntil} /> },
          reportBy: {
            cell: (row) =>
              row.status === 'FAILED' || group === 'WORKING' ? <DateText day={row.reportBy} /> : '–',
          },
        }}
        actions={(row) => [
          ...(Object.keys(labels) as Step[]).map((step) => ({
            label: labels[step],
            frequent: step === 'retry',
            danger: step === 'cancel',
            hidden: !row.can[step],
            run: () => setAsked({ row, step }),
          })),
          { label: 'Credit note', hidden: !row.can['credit-note'], to: NOTES },
        ]}
        searchHint="Document, buyer or GSTIN"
        empty={EMPTY[group]}
      />
      {asked ? <StepDialog row={asked.row} step={asked.step} onClose={() => setAsked(null)} /> : null}
    </>
  );
}

/** How long a registration can still be cancelled. */
function Left({ until }: { until: string | null }) {
  const seconds = useSecondsUntil(until);
  if (seconds === null || seconds === 0) return null;
  const hours = Math.floor(seconds / 3600);
  return <span>{`can be cancelled for ${hours > 0 ? `${hours} h ` : ''}${clockText(seconds % 3600)}`}</span>;
}

const attemptColumns: Column<EInvoice['attempts'][number] & { at: string }>[] = [
  instantColumn('at', 'When', (one) => one.at),
  textColumn('call', 'Call', (one) => CALLS[one.call] ?? one.call),
  textColumn('outcome', 'Answer', (one) => OUTCOMES[one.outcome] ?? one.outcome, {
    second: (one) => one.message,
  }),
];
const CALLS: Readonly<Record<string, string>> = { GENERATE: 'Sent', FIND: 'Asked for', CANCEL: 'Cancel' };
const OUTCOMES: Readonly<Record<string, string>> = {
  OK: 'Registered',
  CANCELLED: 'Cancelled',
  REFUSED: 'Refused',
  DOUBT: 'No clear answer',
};

function EInvoiceDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(c.get, { id }, { fresh: 0 });
  const [step, setStep] = useState<Step | null>(null);
  return (
    <Drawer opened onClose={onClose} size="lg" title={query.data?.number ?? 'E-invoice'}>
      <QueryState query={query}>
        {(one) => (
          <Stack gap="md">
            <Group justify="space-between">
              <StatusTag area="e-invoice" state={one.status} />
              <Group gap="xs">
                {(Object.keys(labels) as Step[])
                  .filter((name) => one.can[name])
                  .map((name) => (
                    <Button
                      key={name}
                      variant={name === 'retry' ? 'filled' : 'default'}
                      onClick={() => setStep(name)}
                    >
                      {labels[name]}
                    </Button>
                  ))}
                {one.can['credit-note'] ? (
                  <Button component={Link} to={NOTES} variant="default">
                    Credit note
                  </Button>
                ) : null}
                {one.payload ? (
                  <Button variant="default" onClick={() => saveJson(one)}>
                    JSON
                  </Button>
                ) : null}
                {one.kind === 'ROYALTY' ? (
                  <Button
                    component={Link}
                    variant="default"
                    to={`/ledger/franchisee/royalty-invoice/${one.documentId}`}
                  >
                    Open invoice
                  </Button>
                ) : null}
              </Group>
            </Group>
            {one.message ? (
              <Alert color={one.status === 'FAILED' ? 'danger' : 'info'}>{one.message}</Alert>
            ) : null}
            <About one={one} />
            {one.attempts.length > 0 ? (
              <ShortTable
                label="Calls to the portal"
                rows={one.attempts}
                keyOf={(call) => call.at}
                columns={attemptColumns}
              />
            ) : null}
            <HistoryPanel kind="e-invoice" id={id} />
            {step ? <StepDialog row={one} step={step} onClose={() => setStep(null)} /> : null}
          </Stack>
        )}
      </QueryState>
    </Drawer>
  );
}

const saveJson = (one: EInvoice) =>
  saveBlob(
    new Blob([one.payload ?? ''], { type: 'application/json' }),
    `${one.number.replaceAll('/', '-')}.json`,
  );

const About = ({ one }: { one: EInvoice }) => (
  <Group align="flex-start" justify="space-between">
    <Stack gap="sm" style={{ flex: 1 }}>
      <Facts
        min={150}
        items={[
          { label: 'Document', value: documentKinds[one.kind] },
          { label: 'Buyer', value: one.centre },
          { label: 'GSTIN', value: one.buyerGstin },
          { label: 'Dated', value: <DateText day={one.issuedOn} /> },
          { label: 'Total', value: <Money paise={one.total} /> },
          { label: 'Acknowledgement', value: one.ackNo, hidden: one.ackNo === null },
          { label: 'Registered', value: <InstantText at={one.ackAt} />, hidden: one.ackAt === null },
          { label: 'Cancelled because', value: one.cancelRemark, hidden: one.cancelRemark === null },
        ]}
      />
      {(one.irn ?? one.irnExpected) ? (
        <div>
          <Text size="sm" c="dimmed">
            {one.irn ? 'IRN' : 'IRN it will have'}
          </Text>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            <CopyText text={one.irn ?? one.irnExpected ?? ''} />
          </Text>
        </div>
      ) : null}
    </Stack>
    {one.qr ? <QrImage value={one.qr} size={160} label="Signed code of the portal" /> : null}
  </Group>
);

interface DialogProps {
  row: Pick<Row, 'id' | 'version' | 'number'>;
  step: Step;
  onClose: () => void;
}

const forms = {
  'mark-generated': {
    of: c.markGenerated,
    text: 'Only where it was registered at the portal by hand. The IRN must be the one this document has.',
    done: 'Kept as registered manually.',
  },
  cancel: {
    of: c.cancel,
    text: 'The portal is asked to cancel it. The invoice itself is corrected by a credit note.',
    done: 'The portal is being asked.',
  },
  'mark-cancelled': {
    of: c.markCancelled,
    text: 'Only where it was cancelled at the portal by hand.',
    done: 'Kept as cancelled.',
  },
} as const;

function StepDialog({ row, step, onClose }: DialogProps) {
  if (step === 'retry') return <Retry row={row} onClose={onClose} />;
  const { of, text, done } = forms[step];
  return (
    <CommandDialog<Endpoint>
      of={of}
      title={`${labels[step]}: ${row.number}`}
      text={text}
      confirm={labels[step]}
      danger={step === 'cancel'}
      start={{ id: row.id }}
      ifMatch={row.version}
      refresh={['e-invoice']}
      done={done}
      onClose={onClose}
    />
  );
}

function Retry({ row, onClose }: Omit<DialogProps, 'step'>) {
  const run = useSureCommand(c.retry, {
    refresh: ['e-invoice'],
    onDone: () => notice.ok('It is sent again.'),
  });
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Retry ${row.number}?`}
      text="It is sent with both parties as they are entered now; number, date and amounts stay."
      confirm="Retry"
      run={() => run({ id: row.id }, row.version)}
    />
  );
}
