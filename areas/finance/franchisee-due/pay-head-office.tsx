import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { formatDate, todayIst } from '@aangan/contract/period.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { formatRupees } from '@aangan/web/format.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section, TwoColumns } from '@aangan/web/ui/section.tsx';
import { CopyText, Money } from '@aangan/web/ui/values.tsx';
import { Alert, Anchor, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { HEAD_OFFICE } from '../ledger/chart.ts';
import { dueKinds } from './franchisee-due.listing.ts';
import { franchiseePaymentContract } from './franchisee-payment.contract.ts';
import { useHeadOfficeCheckout } from './use-head-office-checkout.tsx';

type Position = OutputOf<typeof franchiseePaymentContract.open>;
type Due = Position['dues'][number];

const PAYMENTS = '/ledger/franchisee/payments';

/** /payments/transfer-franchiseeToBB: what the centre owes head office, paid online or by a recorded transfer. */
export function PayHeadOffice() {
  const { franchisee } = useSession();
  const own = franchisee !== null && franchisee.id !== HEAD_OFFICE;
  const query = useQuery(franchiseePaymentContract.open, {}, { fresh: 0, enabled: own });
  return (
    <PageFrame
      title="Pay head office"
      crumbs={[{ label: 'Finance' }]}
      context="centre"
      menu={[{ label: 'Payments so far', to: PAYMENTS }]}
    >
      {own ? (
        <QueryState query={query}>
          {(position) => (
            <Dues key={position.waiting} position={position} reload={() => void query.refetch()} />
          )}
        </QueryState>
      ) : (
        <EmptyState
          title="Choose a centre first"
          help="Dues are paid by one centre. Choose it in the top bar."
        />
      )}
    </PageFrame>
  );
}

function Dues({ position, reload }: { position: Position; reload: () => void }) {
  const [left, setLeft] = useState<ReadonlySet<string>>(
    () => new Set(position.dues.filter((due) => due.sent).map((due) => due.id)),
  );
  const chosen = position.dues.filter((due) => !left.has(due.id));
  const amount = chosen.reduce((sum, due) => sum + due.open, 0);
  const tick = (ids: readonly string[], on: boolean) =>
    setLeft((before) => {
      const next = new Set(before);
      for (const id of ids) on ? next.delete(id) : next.add(id);
      return next;
    });
  return (
    <TwoColumns
      main={
        <Section
          title="Open dues"
          help="Royalty, kits and debit notes that head office has invoiced. Each payment settles the oldest first."
          flush
        >
          {position.dues.length === 0 ? (
            <EmptyState title="Nothing is due" help="New invoices of head office appear here." />
          ) : (
            <Stack gap={0} px="md" pb="md">
              <Checkbox
                py="sm"
                label="Choose all"
                checked={chosen.length === position.dues.length}
                indeterminate={chosen.length > 0 && chosen.length < position.dues.length}
                onChange={(event) =>
                  tick(
                    position.dues.map((due) => due.id),
                    event.currentTarget.checked,
                  )
                }
              />
              {position.dues.map((due) => (
                <DueLine
                  key={due.id}
                  due={due}
                  chosen={!left.has(due.id)}
                  onTick={(on) => tick([due.id], on)}
                />
              ))}
            </Stack>
          )}
        </Section>
      }
      rail={
        <Stack gap="md">
          <Section title="Position">
            <Facts
              min={120}
              items={[
                { label: 'Open', value: <Money paise={position.open} /> },
                { label: 'Overdue', value: <Money paise={position.overdue} /> },
                { label: 'Paid ahead', value: <Money paise={position.advance} /> },
                { label: 'Waits for approval', value: <Money paise={position.waiting} /> },
              ]}
            />
          </Section>
          <Pay position={position} amount={amount} dues={chosen.map((due) => due.id)} reload={reload} />
        </Stack>
      }
    />
  );
}

const DueLine = ({ due, chosen, onTick }: { due: Due; chosen: boolean; onTick: (on: boolean) => void }) => (
  <Group justify="space-between" wrap="nowrap" py="xs" align="flex-start">
    <Checkbox
      checked={chosen}
      onChange={(event) => onTick(event.currentTarget.checked)}
      label={`${dueKinds[due.kind]} · ${due.number}`}
      description={`${due.label}, dated ${formatDate(due.issuedOn)}`}
    />
    <Stack gap={0} align="flex-end">
      <Money paise={due.open} />
      <Text size="sm" ta="end" c={due.overdueDays > 0 && !due.sent ? 'var(--a-danger-text)' : 'dimmed'}>
        {due.sent
          ? 'sent, waits for approval'
          : due.overdueDays > 0
            ? `${due.overdueDays} days overdue`
            : `due ${formatDate(due.dueOn)}`}
      </Text>
      {due.settled > 0 ? (
        <Text size="sm" c="dimmed" ta="end">
          {`of ${formatRupees(due.amount)}`}
        </Text>
      ) : null}
    </Stack>
  </Group>
);

interface PayProps {
  position: Position;
  /** Paise of what is chosen. */
  amount: number;
  dues: readonly string[];
  reload: () => void;
}

function Pay({ position, amount, dues, reload }: PayProps) {
  const [recording, setRecording] = useState(false);
  const checkout = useHeadOfficeCheckout();
  const start = useCommand(franchiseePaymentContract.start, { onError: reload });
  const pay = async () => {
    const started = await start.run({ dues: [...dues] });
    if (!started) return;
    await checkout.pay(started.paymentId);
    reload();
  };
  const busy = start.running || ['opening', 'open', 'checking'].includes(checkout.state);
  const failure = start.error?.message ?? (checkout.state === 'failed' ? (checkout.error ?? LEFT) : null);
  return (
    <Section title={amount > 0 ? `Pay ${formatRupees(amount)}` : 'Pay'}>
      <Stack gap="md">
        {checkout.state === 'paid' ? (
          <Alert color="success" title="Paid" role="status">
            {`Acknowledgement ${checkout.receipt?.number ?? ''}. `}
            <Anchor component={Link} to={PAYMENTS}>
              See your payments
            </Anchor>
          </Alert>
        ) : null}
        {checkout.state === 'waiting' ? (
          <Alert color="warning" title="Waiting for the bank" role="status">
            The payment is confirmed as soon as the bank answers. Please do not pay again.
          </Alert>
        ) : null}
        {failure ? (
          <Alert color="danger" title="Not paid" role="alert">
            {failure}
          </Alert>
        ) : null}
        {position.onlineOpen ? (
          <Button loading={busy} disabled={amount === 0} onClick={() => void pay()}>
            Pay online
          </Button>
        ) : null}
        <Button variant="default" disabled={amount === 0} onClick={() => setRecording(true)}>
          Record a bank transfer
        </Button>
        {amount === 0 ? (
          <Text size="sm" c="dimmed">
            Choose what to pay on the left.
          </Text>
        ) : null}
        <Account account={position.account} />
      </Stack>
      {recording ? (
        <CommandDialog
          of={franchiseePaymentContract.record}
          title={`Record a transfer of ${formatRupees(amount)}`}
          text="Head office compares it with its bank and approves it; then these dues are settled."
          confirm="Record transfer"
          start={{ dues: [...dues], mode: 'NEFT', receivedOn: todayIst(new Date(serverNow())) }}
          done="Recorded. Head office approves it."
          onClose={() => setRecording(false)}
        />
      ) : null}
    </Section>
  );
}

const LEFT = 'The payment was not completed. Nothing was taken.';

function Account({ account }: { account: Position['account'] }) {
  if (!account)
    return (
      <Text size="sm" c="dimmed">
        Head office has not entered its bank account yet. Ask head office where to send the money.
      </Text>
    );
  return (
    <Facts
      min={120}
      items={[
        { label: 'Account of', value: account.holder },
        { label: 'Bank', value: `${account.bank}, ${account.branch}` },
        { label: 'Number ends in', value: account.last4 },
        { label: 'IFSC', value: <CopyText text={account.ifsc} /> },
      ]}
    />
  );
}
