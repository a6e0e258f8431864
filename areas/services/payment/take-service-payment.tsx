import { useQuery } from '@aangan/web/api/use-query.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { TwoColumns } from '@aangan/web/ui/section.tsx';
import { Anchor, Stack } from '@mantine/core';
import { Suspense } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { LinesCounter } from '../../finance/public.web.tsx';
import { AccountHeader, PaidSection } from './service-account.tsx';
import { servicePaymentContract as contract } from './service-payment.contract.ts';

/** /services/service-plan-payment/{enquiryID}/{planID}: money for a service at the counter. */
export function TakeServicePayment() {
  const { enquiryID = '', planID = '' } = useParams();
  const navigate = useNavigate();
  const query = useQuery(contract.get, { enquiryId: enquiryID, planId: planID }, { fresh: 0 });
  const payments = `/services/service-payments/${enquiryID}/${planID}`;
  return (
    <PageFrame
      title={query.data ? `Payment for ${query.data.service}` : 'Payment for a service'}
      context="centre"
      crumbs={[{ label: 'Payments of a service', to: payments }]}
    >
      <QueryState query={query}>
        {(account) => (
          <Stack gap="md">
            <AccountHeader account={account} />
            <TwoColumns
              main={
                account.can.take ? (
                  <Suspense>
                    <LinesCounter
                      feeAccountId={account.feeAccountId}
                      lines={account.payable.lines}
                      refresh={['service-payment']}
                      onDone={() => void navigate(payments)}
                    />
                  </Suspense>
                ) : (
                  <EmptyState
                    title="Nothing can be taken"
                    help={
                      account.payable.due === 0
                        ? 'Everything of this service is paid.'
                        : 'The service is not approved, or you may not take money.'
                    }
                  />
                )
              }
              rail={
                <Stack gap="md">
                  <PaidSection account={account} />
                  <Anchor component={Link} to={`/payments/pay/${account.feeAccountId}`}>
                    Other dues of this child
                  </Anchor>
                </Stack>
              }
            />
          </Stack>
        )}
      </QueryState>
    </PageFrame>
  );
}
