import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { CopyText } from '@aangan/web/ui/values.tsx';
import { Button, Group, Stack } from '@mantine/core';
import { Suspense, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { InstalmentTable } from '../../finance/public.web.tsx';
import { AccountHeader, PaidSection, type ServiceAccount } from './service-account.tsx';
import { servicePaymentContract as contract } from './service-payment.contract.ts';

/** /services/service-payments/{referenceID}/{planID}: instalments and payments of a service, for its centre and its family. */
export function ServicePayments() {
  const { referenceID = '', planID = '' } = useParams();
  const { family } = useSession();
  const which = { enquiryId: referenceID, planId: planID };
  const query = useQuery(contract.get, which, { fresh: 0 });
  return (
    <PageFrame
      title={query.data ? `Payments for ${query.data.service}` : 'Payments of a service'}
      context="centre"
      crumbs={family ? [] : [{ label: 'Services of children', to: '/services/enquiries' }]}
    >
      <QueryState query={query}>
        {(account) => (
          <Stack gap="md">
            <AccountHeader
              account={account}
              actions={
                family ? <PayOnline {...which} account={account} /> : <Take {...which} account={account} />
              }
            />
            <Section title="Instalments" flush>
              <Suspense>
                <InstalmentTable lines={account.payable.lines} />
              </Suspense>
            </Section>
            <PaidSection account={account} />
          </Stack>
        )}
      </QueryState>
    </PageFrame>
  );
}

interface Of {
  enquiryId: string;
  planId: string;
  account: ServiceAccount;
}

function PayOnline({ account, ...which }: Of) {
  const navigate = useNavigate();
  const pay = useCommand(contract.openPage, {
    onDone: ({ path }) => navigate(path),
    onError: (error) => notice.error(error),
  });
  if (!account.can.pay) return null;
  return (
    <Button loading={pay.running} onClick={() => void pay.run(which)}>
      Pay online
    </Button>
  );
}

function Take({ account, ...which }: Of) {
  const [path, setPath] = useState<string | null>(null);
  const link = useCommand(contract.openPage, {
    onDone: (made) => setPath(`${window.location.origin}${made.path}`),
    onError: (error) => notice.error(error),
  });
  return (
    <Group gap="xs">
      {account.can.pay && path === null ? (
        <Button variant="default" loading={link.running} onClick={() => void link.run(which)}>
          Make a payment link
        </Button>
      ) : null}
      {path ? <CopyText text={path} label="Copy link" /> : null}
      {account.can.take ? (
        <Button component={Link} to={`/services/service-plan-payment/${which.enquiryId}/${which.planId}`}>
          Take a payment
        </Button>
      ) : null}
    </Group>
  );
}
