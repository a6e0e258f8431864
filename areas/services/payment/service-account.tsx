import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { PersonHeader } from '@aangan/web/ui/person-header.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { DateText, Money } from '@aangan/web/ui/values.tsx';
import { type ReactNode, Suspense } from 'react';
import { PaidTable } from '../../finance/public.web.tsx';
import '../services-look.tsx';
import type { servicePaymentContract } from './service-payment.contract.ts';

export type ServiceAccount = OutputOf<typeof servicePaymentContract.get>;

/** Whose service it is, and how its money stands. */
export const AccountHeader = ({ account, actions }: { account: ServiceAccount; actions?: ReactNode }) => (
  <PersonHeader
    name={account.childName}
    facts={[
      { label: 'Service', value: account.service },
      { label: 'Plan', value: account.plan },
      { label: 'State', value: <StatusTag area="service-assignment" state={account.status} /> },
      { label: 'From', value: <DateText day={account.startsOn} /> },
      { label: 'Until', value: <DateText day={account.endsOn} /> },
      { label: 'Open', value: <Money paise={account.payable.due} /> },
      { label: 'Paid', value: <Money paise={account.payable.paid} /> },
      ...(account.holdUntil
        ? [{ label: 'Seat held until', value: <DateText day={account.holdUntil} /> }]
        : []),
    ]}
    {...(actions ? { actions } : {})}
  />
);

export const PaidSection = ({ account }: { account: ServiceAccount }) => (
  <Section title="Payments" flush>
    <Suspense>
      <PaidTable payments={account.payments} />
    </Suspense>
  </Section>
);
