import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { formatDate } from '@aangan/contract/period.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { dayOf, formatPhone, formatTime } from '@aangan/web/format.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { useLanguage, useText } from '@aangan/web/text/text.tsx';
import { PublicButton, PublicFrame } from '@aangan/web/ui/public-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Money } from '@aangan/web/ui/values.tsx';
import { Alert, Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { profileContract } from '../../shell/profile.contract.ts';
import { firstChoice, InstalmentChoice, instalmentsOf, rupees } from './instalment-choice.tsx';
import { paymentContract } from './payment.contract.ts';
import { payWords } from './public-payment-words.tsx';
import { type Checkout, receiptOf, useCheckout } from './use-checkout.tsx';

type Account = OutputOf<typeof paymentContract.open>;

export function PublicPaymentPage() {
  const { referenceID = '' } = useParams();
  const t = useText(payWords);
  const query = useQuery(paymentContract.open, {}, { link: referenceID, fresh: 0 });
  const account = query.data;
  return (
    <PublicFrame
      title={
        account
          ? account.service === null
            ? t('title', { child: account.child })
            : t('serviceTitle', { service: account.service, child: account.child })
          : t('fees')
      }
      {...(account
        ? {
            brand: { name: account.centre.label },
            lead: t('lead', { open: rupees(account.due), paid: rupees(account.paid) }),
          }
        : {})}
      foot={
        account?.centre.phone ? (
          <Anchor href={`tel:${account.centre.phone}`} inherit c="inherit">
            {t('call', { phone: formatPhone(account.centre.phone) })}
          </Anchor>
        ) : null
      }
    >
      <QueryState query={query}>
        {(data) => <Fees account={data} link={referenceID} reload={() => void query.refetch()} />}
      </QueryState>
    </PublicFrame>
  );
}

interface Payer {
  name: string;
  mobile: string | null;
}

/** The parent who is signed in in this browser; anybody else with the link types the name. */
function usePayer(): Payer | null {
  const { family } = useSession();
  const { data } = useQuery(profileContract.get, {}, { enabled: family });
  return data ? { name: `${data.firstName} ${data.lastName}`.trim(), mobile: data.mobile } : null;
}

interface FeesProps {
  account: Account;
  link: string;
  reload: () => void;
}

function Fees({ account, link, reload }: FeesProps) {
  const t = useText(payWords);
  const { me } = useSession();
  const { language } = useLanguage();
  const checkout = useCheckout(link, language);
  const [own, setOwn] = useState<string | null>(null);
  const start = useCommand(paymentContract.start, { link, onError: reload });
  const payer = usePayer();
  const pay = async (lines: { feeLineId: string; amount: number }[], payerName: string) => {
    const started = await start.run({
      lines,
      payerName,
      ...(payer?.mobile ? { payerMobile: payer.mobile } : {}),
    });
    if (!started) return;
    setOwn(started.paymentId);
    await checkout.pay(started.paymentId);
    reload();
  };
  // The bank's late answer arrives without a press of anybody: what is open and paid has changed all the same.
  const paid = checkout.state === 'paid';
  const again = useRef(reload);
  again.current = reload;
  useEffect(() => {
    if (paid) again.current();
  }, [paid]);
  const kept = account.payments.find((payment) => payment.id === own)?.kept ?? 0;
  return (
    <Stack gap="lg">
      {checkout.state === 'paid' || checkout.state === 'waiting' ? (
        <Outcome
          checkout={checkout}
          kept={kept}
          onMore={() => {
            checkout.reset();
            reload();
          }}
        />
      ) : (
        <>
          <Problems checkout={checkout} startError={start.error} />
          <UnderWay account={account} own={own} />
          <Pay
            account={account}
            payer={payer}
            busy={start.running || ['opening', 'open', 'checking'].includes(checkout.state)}
            onPay={(lines, name) => void pay(lines, name)}
          />
        </>
      )}
      {me ? (
        <PublicButton variant="subtle" to="/profile/dashboard">
          {t('home')}
        </PublicButton>
      ) : null}
      <Paid account={account} link={link} />
    </Stack>
  );
}

type StartError = ReturnType<typeof useCommand<typeof paymentContract.start>>['error'];

function Problems({ checkout, startError }: { checkout: Checkout; startError: StartError }) {
  const t = useText(payWords);
  if (startError?.code === 'payment.amount')
    return (
      <Alert color="warning" title={t('meanwhile')} role="status">
        {t('meanwhileText')}
      </Alert>
    );
  if (!startError && checkout.state !== 'failed') return null;
  return (
    <Alert color="danger" title={t('failed')} role="alert">
      {startError
        ? (Object.values(startError.fields ?? {})[0] ?? startError.message)
        : (checkout.error ?? t('failedText'))}
    </Alert>
  );
}

/** Father and mother with the same link: whoever opens it second sees that the first has begun. */
function UnderWay({ account, own }: { account: Account; own: string | null }) {
  const t = useText(payWords);
  return account.underWay
    .filter((payment) => payment.id !== own)
    .map((payment) => (
      <Alert
        key={payment.id}
        color="warning"
        role="status"
        title={t('underWay', { amount: rupees(payment.amount), time: formatTime(payment.at) })}
      >
        {t('underWayText')}
      </Alert>
    ));
}

interface PayProps {
  account: Account;
  payer: Payer | null;
  busy: boolean;
  onPay: (lines: { feeLineId: string; amount: number }[], payerName: string) => void;
}

function Pay({ account, payer, busy, onPay }: PayProps) {
  const t = useText(payWords);
  const instalments = useMemo(() => instalmentsOf(account.lines), [account.lines]);
  const [wanted, setWanted] = useState<number | null>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const name = typed ?? payer?.name ?? '';
  const [nameless, setNameless] = useState(false);
  const nameField = useRef<HTMLInputElement>(null);
  const chosen = Math.min(wanted ?? firstChoice(instalments), instalments.length);
  const lines = instalments.slice(0, chosen).flatMap((one) => one.lines);
  const amount = lines.reduce((sum, line) => sum + line.open, 0);
  if (instalments.length === 0) return <Alert color="success" title={t('nothing')} />;
  // A shut button would not say what it waits for.
  const pay = () => {
    const payerName = name.trim();
    if (payerName.length < 2) {
      setNameless(true);
      nameField.current?.focus();
    } else
      onPay(
        lines.map((line) => ({ feeLineId: line.id, amount: line.open })),
        payerName,
      );
  };
  return (
    <Section title={t('open')}>
      <Stack gap="md">
        <InstalmentChoice instalments={instalments} chosen={chosen} onChoose={setWanted} disabled={busy} />
        {account.onlineOpen ? (
          <>
            <TextInput
              ref={nameField}
              label={t('name')}
              value={name}
              onChange={(event) => {
                setTyped(event.currentTarget.value);
                setNameless(false);
              }}
              error={nameless && t('nameMissing')}
              autoComplete="name"
            />
            <PublicButton disabled={amount === 0} loading={busy} onClick={pay}>
              {amount === 0 ? t('choose') : t('pay', { amount: rupees(amount) })}
            </PublicButton>
          </>
        ) : (
          <Alert color="warning">{t('offline')}</Alert>
        )}
      </Stack>
    </Section>
  );
}

function Outcome({ checkout, kept, onMore }: { checkout: Checkout; kept: number; onMore: () => void }) {
  const t = useText(payWords);
  const { state, receipt } = checkout;
  if (state === 'waiting')
    return (
      <Alert color="warning" title={t('wait')} role="status">
        {t('waitText')}
      </Alert>
    );
  return (
    <Stack gap="md">
      <Alert color="success" title={t('done')} role="status">
        {receipt?.number ? t('receipt', { no: receipt.number }) : null}
      </Alert>
      {kept > 0 ? <Alert color="warning">{t('kept', { amount: rupees(kept) })}</Alert> : null}
      {receipt?.token ? (
        <PublicButton to={`/payment-invoice?r=${receipt.token}`}>{t('show')}</PublicButton>
      ) : null}
      <PublicButton variant="subtle" onClick={onMore}>
        {t('more')}
      </PublicButton>
    </Stack>
  );
}

function Paid({ account, link }: { account: Account; link: string }) {
  const t = useText(payWords);
  const navigate = useNavigate();
  const done = account.payments.filter(
    (payment) => payment.status === 'CONFIRMED' || payment.status === 'TRANSFERRED',
  );
  const show = async (paymentId: string) => {
    const receipt = await receiptOf(paymentId, link);
    if (receipt?.token) void navigate(`/payment-invoice?r=${receipt.token}`);
  };
  if (done.length === 0) return null;
  return (
    <Section title={t('payments')}>
      <Stack gap="md">
        {done.map((payment) => (
          <div key={payment.id}>
            <Group justify="space-between" wrap="nowrap" align="start">
              <Text>{formatDate(dayOf(payment.at))}</Text>
              <Money paise={payment.amount} />
            </Group>
            {payment.kept > 0 ? (
              <Text size="sm" c="dimmed">
                {t('keptLine', { amount: rupees(payment.kept) })}
              </Text>
            ) : null}
            {payment.receiptNumber ? (
              <Button variant="subtle" px={0} onClick={() => void show(payment.id)}>
                {t('showOf', { no: payment.receiptNumber })}
              </Button>
            ) : null}
          </div>
        ))}
        {account.advance > 0 ? (
          <Group justify="space-between">
            <Text fw={600}>{t('advance')}</Text>
            <Money paise={account.advance} />
          </Group>
        ) : null}
      </Stack>
    </Section>
  );
}
