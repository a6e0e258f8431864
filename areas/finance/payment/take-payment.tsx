import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { formatDate, todayIst } from '@aangan/contract/period.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section, TwoColumns } from '@aangan/web/ui/section.tsx';
import { CopyText, Money } from '@aangan/web/ui/values.tsx';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { FindChild } from '../ledger/find-child.tsx';
import { financeModules } from '../modules.ts';
import { type Instalment, instalmentsOf } from './instalment-choice.tsx';
import { InstrumentFields, ModeField } from './money-taken-fields.tsx';
import { paymentContract } from './payment.contract.ts';

type Account = OutputOf<typeof paymentContract.account>;

/** Money at the counter: what is open, what was given, who approves. */
export function TakePayment() {
  const { referenceID = '' } = useParams();
  const { holds } = useSession();
  const query = useQuery(
    paymentContract.account,
    { ref: referenceID },
    { enabled: referenceID !== '', fresh: 0 },
  );
  if (referenceID === '' && holds(financeModules.ledger))
    return <FindChild title="Take a payment" to={(reference) => `/payments/pay/${reference}`} />;
  return (
    <PageFrame
      title={query.data ? `Payment for ${query.data.child}` : 'Take a payment'}
      crumbs={[{ label: 'Finance' }]}
      context="centre"
    >
      {referenceID === '' ? (
        <EmptyState
          title="Choose a child first"
          help="Open the payment of a child from the list of payment links."
        />
      ) : (
        <QueryState query={query}>{(account) => <Counter account={account} />}</QueryState>
      )}
    </PageFrame>
  );
}

function Counter({ account }: { account: Account }) {
  const navigate = useNavigate();
  const form = useForm(paymentContract.recordOffline, {
    start: {
      feeAccountId: account.feeAccountId,
      mode: 'CASH',
      amount: instalmentsOf(account.lines)[0]?.open ?? 0,
      payerName: account.payer ?? '',
      receivedOn: todayIst(new Date(serverNow())),
    },
    onDone: () => {
      notice.ok('Recorded. Another person approves it, then the receipt is issued.');
      navigate('/approve-payment/list?status=APPROVAL_WAITING');
    },
  });
  const mode = String(form.values.mode ?? 'CASH');
  return (
    <TwoColumns
      main={
        <Form form={form}>
          <Section
            title="What was given"
            help="The oldest open instalments are settled first; what is left stays as advance."
          >
            <Stack gap="md">
              <ModeField />
              <Field name="amount" kind="money" label="Amount" />
              <Field name="payerName" kind="text" label="Received from" />
              <Field name="receivedOn" kind="date" label="Received on" />
              <InstrumentFields mode={mode} />
            </Stack>
          </Section>
          <SaveBar
            form={form}
            label="Record payment"
            will="Waits for another person’s approval; the receipt follows."
          />
        </Form>
      }
      rail={
        <Stack gap="md">
          <Section title="Account">
            <Facts
              min={120}
              items={[
                { label: 'Open', value: <Money paise={account.due} /> },
                { label: 'Overdue', value: <Money paise={account.overdue} /> },
                { label: 'Received', value: <Money paise={account.paid} /> },
                { label: 'Advance', value: <Money paise={account.advance} /> },
              ]}
            />
            <SendLink feeAccountId={account.feeAccountId} />
          </Section>
          <OpenInstalments instalments={instalmentsOf(account.lines)} />
        </Stack>
      }
    />
  );
}

function OpenInstalments({ instalments }: { instalments: readonly Instalment[] }) {
  if (instalments.length === 0)
    return <EmptyState title="Nothing is open" help="What is taken now stays as advance on this account." />;
  return (
    <Section title="Open instalments">
      <Stack gap="sm">
        {instalments.map((one) => (
          <div key={one.key}>
            <Group justify="space-between" wrap="nowrap">
              <Text fw={500}>{one.label}</Text>
              <Money paise={one.open} />
            </Group>
            <Text size="sm" c={one.overdue ? 'var(--a-danger-text)' : 'dimmed'}>
              {`${one.overdue ? 'overdue: was due' : 'due'} ${formatDate(one.dueOn)}`}
            </Text>
            {one.fees.length > 0 ? (
              <Text size="sm" c="dimmed">
                {one.fees.join(', ')}
              </Text>
            ) : null}
          </div>
        ))}
      </Stack>
    </Section>
  );
}

function SendLink({ feeAccountId }: { feeAccountId: string }) {
  const [path, setPath] = useState<string | null>(null);
  const send = useCommand(paymentContract.createLink, {
    onDone: (out) => {
      setPath(`${window.location.origin}${out.path}`);
      if (out.sentTo) notice.ok(`The payment link was sent to ${out.sentTo}.`);
      else notice.warn('No number or e-mail is known here. Copy the link and send it yourself.');
    },
    onError: (error) => notice.error(error),
  });
  return (
    <Group gap="sm" mt="md">
      {path ? <CopyText text={path} label="Copy link" /> : null}
      <Button variant="default" loading={send.running} onClick={() => void send.run({ feeAccountId })}>
        Send a payment link
      </Button>
    </Group>
  );
}
