import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { formatDate } from '@aangan/contract/period.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { texts, useLanguage, useText } from '@aangan/web/text/text.tsx';
import { PublicButton, PublicFrame } from '@aangan/web/ui/public-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Money } from '@aangan/web/ui/values.tsx';
import { Alert, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useParams } from 'react-router';
import { useCheckout } from '../public.web.tsx';
import { paymentContract } from './payment.contract.ts';

type Account = OutputOf<typeof paymentContract.open>;

const words = texts(
  {
    title: 'Fees of {child}',
    open: 'To pay',
    nothing: 'Everything is paid. Thank you!',
    paid: 'Paid',
    due: 'due {date}',
    overdue: 'overdue since {date}',
    left: 'of {amount} left',
    name: 'Your name',
    pay: 'Pay {amount}',
    choose: 'Choose what to pay',
    done: 'Payment received',
    receipt: 'Receipt {no}',
    show: 'Show receipt',
    wait: 'Waiting for the bank',
    waitText:
      'If it is not confirmed it is returned to you by itself, normally within 5 to 7 working days. Please do not pay again.',
    failed: 'Not paid',
    failedText: 'No money was taken, or it comes back by itself. You can try again.',
    offline: 'Online payment is not open here. Please pay at the centre.',
    call: 'Questions? Call {phone}',
    payments: 'Payments',
    advance: 'Advance kept for you',
  },
  {
    title: '{child} की फीस',
    open: 'भुगतान बाकी',
    nothing: 'सब भुगतान हो चुका है। धन्यवाद!',
    paid: 'भुगतान हो चुका',
    due: 'अंतिम तिथि {date}',
    overdue: '{date} से बकाया',
    left: '{amount} में से बाकी',
    name: 'आपका नाम',
    pay: '{amount} भुगतान करें',
    choose: 'चुनें कि क्या भरना है',
    done: 'भुगतान मिल गया',
    receipt: 'रसीद {no}',
    show: 'रसीद देखें',
    wait: 'बैंक की पुष्टि की प्रतीक्षा',
    waitText: 'पुष्टि न होने पर राशि अपने आप 5 से 7 कार्य दिवसों में लौट आती है। कृपया दोबारा भुगतान न करें।',
    failed: 'भुगतान नहीं हुआ',
    failedText: 'कोई राशि नहीं कटी, या वह अपने आप लौट आएगी। आप फिर कोशिश कर सकते हैं।',
    offline: 'यहाँ ऑनलाइन भुगतान उपलब्ध नहीं है। कृपया केंद्र पर भुगतान करें।',
    call: 'प्रश्न? {phone} पर कॉल करें',
    payments: 'भुगतान',
    advance: 'आपका अग्रिम',
  },
);

const rupees = (paise: number): string =>
  new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' }).format(paise / 100);

export function PublicPaymentPage() {
  const { referenceID = '' } = useParams();
  const t = useText(words);
  const query = useQuery(paymentContract.open, {}, { link: referenceID });
  const account = query.data;
  return (
    <PublicFrame
      title={t('title', { child: account?.child ?? '' })}
      {...(account ? { brand: { name: account.centre.label } } : {})}
      foot={account?.centre.phone ? t('call', { phone: account.centre.phone }) : null}
    >
      <QueryState query={query}>
        {(data) => <Pay account={data} link={referenceID} onSettled={() => void query.refetch()} />}
      </QueryState>
    </PublicFrame>
  );
}

function Pay({ account, link, onSettled }: { account: Account; link: string; onSettled: () => void }) {
  const t = useText(words);
  const { language } = useLanguage();
  const open = account.lines.filter((line) => line.open > 0);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(firstDue(open)));
  const [name, setName] = useState('');
  const checkout = useCheckout(link, language);
  const start = useCommand(paymentContract.start, { link });
  const lines = useMemo(() => open.filter((line) => chosen.has(line.id)), [open, chosen]);
  const amount = lines.reduce((sum, line) => sum + line.open, 0);
  const busy = start.running || ['opening', 'open', 'checking'].includes(checkout.state);

  const pay = async () => {
    const started = await start.run({
      lines: lines.map((line) => ({ feeLineId: line.id, amount: line.open })),
      payerName: name,
    });
    if (started) await checkout.pay(started.paymentId);
    onSettled();
  };
  if (checkout.state === 'paid' || checkout.state === 'waiting')
    return <Outcome state={checkout.state} receipt={checkout.receipt} />;
  return (
    <Stack gap="lg">
      {checkout.state === 'failed' ? (
        <Alert color="red" title={t('failed')}>
          {checkout.error ?? t('failedText')}
        </Alert>
      ) : null}
      {start.error ? (
        <Alert color="red" title={t('failed')}>
          {start.error.fields ? Object.values(start.error.fields)[0] : start.error.message}
        </Alert>
      ) : null}
      {open.length === 0 ? (
        <Alert color="green" title={t('nothing')} />
      ) : (
        <Section title={t('open')}>
          <Stack gap="sm">
            {open.map((line) => (
              <Checkbox
                key={line.id}
                checked={chosen.has(line.id)}
                disabled={busy}
                onChange={(event) => setChosen(toggled(chosen, line.id, event.currentTarget.checked))}
                label={
                  <Group gap="md" wrap="nowrap" justify="space-between">
                    <span>
                      {line.label}
                      <Text size="sm" c={line.overdue ? 'red' : 'dimmed'}>
                        {t(line.overdue ? 'overdue' : 'due', { date: formatDate(line.dueOn) })}
                        {line.paid > 0 ? ` · ${t('left', { amount: rupees(line.net) })}` : ''}
                      </Text>
                    </span>
                    <Money paise={line.open} />
                  </Group>
                }
                styles={{ body: { alignItems: 'center' }, labelWrapper: { flex: 1 } }}
              />
            ))}
            {account.onlineOpen ? (
              <>
                <TextInput
                  label={t('name')}
                  value={name}
                  onChange={(event) => setName(event.currentTarget.value)}
                  autoComplete="name"
                />
                <PublicButton
                  disabled={amount === 0 || name.trim().length < 2}
                  loading={busy}
                  onClick={() => void pay()}
                >
                  {amount === 0 ? t('choose') : t('pay', { amount: rupees(amount) })}
                </PublicButton>
              </>
            ) : (
              <Alert color="yellow">{t('offline')}</Alert>
            )}
          </Stack>
        </Section>
      )}
      <Paid account={account} />
    </Stack>
  );
}

const firstDue = (open: Account['lines']): string[] =>
  open.filter((line) => line.dueOn === open[0]?.dueOn || line.overdue).map((line) => line.id);

function toggled(set: ReadonlySet<string>, id: string, on: boolean): Set<string> {
  const next = new Set(set);
  if (on) next.add(id);
  else next.delete(id);
  return next;
}

function Outcome({
  state,
  receipt,
}: {
  state: 'paid' | 'waiting';
  receipt: { number: string | null; token: string | null } | null;
}) {
  const t = useText(words);
  if (state === 'waiting')
    return (
      <Alert color="yellow" title={t('wait')}>
        {t('waitText')}
      </Alert>
    );
  return (
    <Stack gap="md">
      <Alert color="green" title={t('done')}>
        {receipt?.number ? t('receipt', { no: receipt.number }) : null}
      </Alert>
      {receipt?.token ? (
        <PublicButton to={`/payment-invoice?r=${receipt.token}`}>{t('show')}</PublicButton>
      ) : null}
    </Stack>
  );
}

function Paid({ account }: { account: Account }) {
  const t = useText(words);
  const done = account.payments.filter(
    (payment) => payment.status === 'CONFIRMED' || payment.status === 'TRANSFERRED',
  );
  if (done.length === 0) return null;
  return (
    <Section title={t('payments')}>
      <Stack gap="xs">
        {done.map((payment) => (
          <Group key={payment.id} justify="space-between" wrap="nowrap">
            <span>
              {formatDate(payment.at.slice(0, 10))}
              <Text size="sm" c="dimmed">
                {payment.receiptNumber}
              </Text>
            </span>
            <Money paise={payment.amount} />
          </Group>
        ))}
        {account.advance > 0 ? (
          <Group justify="space-between">
            <Text size="sm">{t('advance')}</Text>
            <Money paise={account.advance} />
          </Group>
        ) : null}
      </Stack>
    </Section>
  );
}
