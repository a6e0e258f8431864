import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { formatDate, todayIst } from '@aangan/contract/period.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { dayOf, formatInstant, formatPhone } from '@aangan/web/format.ts';
import { useLanguage, useText } from '@aangan/web/text/text.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PublicButton, PublicFrame } from '@aangan/web/ui/public-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Alert, Anchor, Stack, Text } from '@mantine/core';
import { useParams } from 'react-router';
import { type Checkout, useCheckout } from '../../finance/public.web.tsx';
import { CorrectionList } from '../form/correction-list.tsx';
import { FormFiller } from '../form/form-filler.tsx';
import { PublicFormPdf } from '../form/form-pdf.tsx';
import { type Word, words } from '../form/words.tsx';
import { publicFormContract } from './public-form.contract.ts';

type Opened = OutputOf<typeof publicFormContract.open>;

/** /application-form, /registration-form and /admission-form: which of them it is, the link says. */
export function ApplicationFormPage() {
  const { refID = '' } = useParams();
  const t = useText(words);
  const query = useQuery(publicFormContract.open, {}, { link: refID, enabled: refID !== '' });
  const form = query.data;
  return (
    <PublicFrame
      title={t(form && form.kind !== 'APPLICATION' ? `title${form.kind}` : 'title')}
      {...(form
        ? {
            brand: { name: form.centre.label },
            lead: `${form.childName} · ${form.className} · ${form.academicYear}`,
          }
        : {})}
      foot={
        form?.centre.phone ? (
          <Anchor href={`tel:${form.centre.phone}`} inherit c="inherit">
            {t('call', { phone: formatPhone(form.centre.phone) })}
          </Anchor>
        ) : null
      }
    >
      {refID === '' ? (
        <Text>{t('noFormLink')}</Text>
      ) : (
        <QueryState query={query}>
          {(opened) => <Body form={opened} link={refID} reload={() => void query.refetch()} />}
        </QueryState>
      )}
    </PublicFrame>
  );
}

const OPEN = new Set(['LINK_SENT', 'IN_PROGRESS', 'RETURNED']);

function Body({ form, link, reload }: { form: Opened; link: string; reload: () => void }) {
  const { language } = useLanguage();
  // Here, not in the fee's part: its receipt is still shown when the form has moved on.
  const checkout = useCheckout(link, language);
  if (OPEN.has(form.status)) {
    return (
      <Stack gap="md">
        <Corrections form={form} link={link} reload={reload} />
        <FormFiller form={form} link={link} reload={reload} />
      </Stack>
    );
  }
  if (form.status === 'AWAITING_FEE')
    return <Fee form={form} link={link} checkout={checkout} reload={reload} />;
  if (form.offerUntil) return <Offer form={form} link={link} reload={reload} />;
  return <Status form={form} link={link} receipt={checkout.receipt} />;
}

function Corrections({ form, link, reload }: { form: Opened; link: string; reload: () => void }) {
  const t = useText(words);
  const answer = useCommand(publicFormContract.answerItem, { link, onDone: reload, onError: notice.error });
  // A form that was given back before there were points says it in one sentence.
  if (form.corrections.length === 0 && form.returnReason)
    return (
      <Alert color="warning" title={t('returned')}>
        {form.returnReason}
      </Alert>
    );
  return (
    <CorrectionList large items={form.corrections} answer={(itemId, note) => answer.run({ itemId, note })} />
  );
}

interface FeeProps {
  form: Opened;
  link: string;
  checkout: Checkout;
  reload: () => void;
}

function Fee({ form, link, checkout, reload }: FeeProps) {
  const t = useText(words);
  const open = useCommand(publicFormContract.pay, { link });
  const amount = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' }).format(
    form.fee.amount / 100,
  );
  const busy = open.running || ['opening', 'open', 'checking'].includes(checkout.state);
  const pay = async () => {
    const started = await open.run({});
    if (started) await checkout.pay(started.paymentId);
    reload();
  };
  return (
    <Stack gap="md">
      <Alert color="brand" title={t('oneStep')}>
        {t(form.kind === 'REGISTRATION' ? 'regFeeText' : 'feeText', { amount })}
      </Alert>
      {checkout.state === 'failed' || open.error ? (
        <Alert color="danger" title={t('notPaid')}>
          {checkout.error ?? open.error?.message ?? t('notPaidText')}
        </Alert>
      ) : null}
      {checkout.state === 'waiting' ? (
        <Alert color="warning" title={t('waiting')}>
          {t('waitingText')}
        </Alert>
      ) : (
        <PublicButton loading={busy} onClick={() => void pay()}>
          {t('pay', { amount })}
        </PublicButton>
      )}
    </Stack>
  );
}

/** A seat for a child on the waiting list: yes or no, until the hold ends. */
function Offer({ form, link, reload }: { form: Opened; link: string; reload: () => void }) {
  const t = useText(words);
  const answer = useCommand(publicFormContract.answerOffer, { link, onDone: reload });
  if (answer.running === false && answer.error)
    return (
      <Alert color="warning" title={t('waitingTitle')}>
        {answer.error.message}
      </Alert>
    );
  return (
    <Stack gap="md">
      <Alert color="success" title={t('offerTitle')}>
        {t('offerText', { child: form.childName, date: formatInstant(form.offerUntil ?? '') })}
      </Alert>
      <PublicButton loading={answer.running} onClick={() => void answer.run({ accept: true })}>
        {t('offerYes')}
      </PublicButton>
      <PublicButton
        variant="subtle"
        loading={answer.running}
        onClick={() => void answer.run({ accept: false })}
      >
        {t('offerNo')}
      </PublicButton>
    </Stack>
  );
}

const good = new Set(['accepted', 'heldTitle', 'confirmedTitle']);

function headOf(form: Opened): Word {
  switch (form.status) {
    case 'ACCEPTED':
      return 'accepted';
    case 'VERIFIED':
      return 'heldTitle';
    case 'CONVERTED':
    case 'CONFIRMED':
      return 'confirmedTitle';
    case 'WAITLISTED':
      return 'waitingTitle';
    case 'REJECTED':
      return 'rejected';
    case 'EXPIRED':
      return form.kind === 'REGISTRATION' ? 'lapsed' : 'expired';
    case 'WITHDRAWN':
    case 'CANCELLED':
      return 'withdrawn';
    default:
      return form.kind === 'APPLICATION' ? 'received' : `received${form.kind}`;
  }
}

function Status({ form, link, receipt }: { form: Opened; link: string; receipt: Checkout['receipt'] }) {
  const t = useText(words);
  const head = headOf(form);
  const received = head.startsWith('received');
  return (
    <Stack gap="md">
      <Alert color={good.has(head) ? 'success' : received ? 'brand' : 'gray'} title={t(head)}>
        {form.applicationNo ? t('number', { no: form.applicationNo }) : form.childName}
      </Alert>
      {form.holdUntil ? (
        <Text>{t('heldUntil', { child: form.childName, date: formatDate(dayOf(form.holdUntil)) })}</Text>
      ) : null}
      {head === 'heldTitle' ? <Text>{t('heldNext')}</Text> : null}
      {form.place ? <Text>{t('waitingPlace', { place: form.place })}</Text> : null}
      {receipt?.number ? <Text>{t('receipt', { no: receipt.number })}</Text> : null}
      {receipt?.token ? (
        <PublicButton to={`/payment-invoice?r=${receipt.token}`}>{t('showReceipt')}</PublicButton>
      ) : null}
      {received ? <Text>{t('next')}</Text> : null}
      {received ? <PublicFormPdf link={link} /> : null}
      {head === 'accepted' ? <Text>{t('acceptedNext')}</Text> : null}
      {form.expiresAt ? (
        <Text size="sm" c="dimmed">
          {t('validUntil', { date: formatDate(todayIst(form.expiresAt)) })}
        </Text>
      ) : null}
    </Stack>
  );
}
