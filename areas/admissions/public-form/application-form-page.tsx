import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { formatDate } from '@aangan/contract/period.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { useLanguage, useText } from '@aangan/web/text/text.tsx';
import { PublicButton, PublicFrame } from '@aangan/web/ui/public-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Alert, Stack, Text } from '@mantine/core';
import { useParams } from 'react-router';
import { useCheckout } from '../../finance/public.web.tsx';
import { ApplicationFiller } from './application-filler.tsx';
import { formWords } from './form-words.tsx';
import { publicFormContract } from './public-form.contract.ts';

type Opened = OutputOf<typeof publicFormContract.open>;

export function ApplicationFormPage() {
  const { refID = '' } = useParams();
  const t = useText(formWords);
  const query = useQuery(publicFormContract.open, {}, { link: refID, enabled: refID !== '' });
  const form = query.data;
  return (
    <PublicFrame
      title={t('title')}
      {...(form
        ? {
            brand: { name: form.centre.label },
            lead: `${form.childName} · ${form.className} · ${form.academicYear}`,
          }
        : {})}
      foot={form?.centre.phone ? t('call', { phone: form.centre.phone }) : null}
    >
      {refID === '' ? (
        <Text>{t('noLink')}</Text>
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
  const t = useText(formWords);
  if (OPEN.has(form.status)) {
    return (
      <Stack gap="md">
        {form.returnReason ? (
          <Alert color="yellow" title={t('returned')}>
            {form.returnReason}
          </Alert>
        ) : null}
        <ApplicationFiller form={form} link={link} onSubmitted={reload} />
      </Stack>
    );
  }
  if (form.status === 'AWAITING_FEE') return <Fee form={form} link={link} reload={reload} />;
  return <Status form={form} />;
}

function Fee({ form, link, reload }: { form: Opened; link: string; reload: () => void }) {
  const t = useText(formWords);
  const { language } = useLanguage();
  const open = useCommand(publicFormContract.pay, { link });
  const checkout = useCheckout(link, language);
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
        {t('feeText', { amount })}
      </Alert>
      {checkout.state === 'failed' || open.error ? (
        <Alert color="red" title={t('notPaid')}>
          {checkout.error ?? open.error?.message ?? t('notPaidText')}
        </Alert>
      ) : null}
      {checkout.state === 'waiting' ? (
        <Alert color="yellow" title={t('waiting')}>
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

function Status({ form }: { form: Opened }) {
  const t = useText(formWords);
  const key =
    form.status === 'ACCEPTED'
      ? 'accepted'
      : form.status === 'REJECTED'
        ? 'rejected'
        : form.status === 'EXPIRED'
          ? 'expired'
          : form.status === 'WITHDRAWN'
            ? 'withdrawn'
            : 'received';
  return (
    <Stack gap="md">
      <Alert color={key === 'accepted' ? 'green' : key === 'received' ? 'brand' : 'gray'} title={t(key)}>
        {t('number', { no: form.applicationNo })}
      </Alert>
      {key === 'received' ? <Text>{t('next')}</Text> : null}
      {key === 'accepted' ? <Text>{t('acceptedNext')}</Text> : null}
      <Text size="sm" c="dimmed">
        {t('validUntil', { date: formatDate(form.expiresAt.slice(0, 10)) })}
      </Text>
    </Stack>
  );
}
