import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { formatRupees } from '@aangan/web/format.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { PersonHeader } from '@aangan/web/ui/person-header.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { DateText, Money } from '@aangan/web/ui/values.tsx';
import { Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useParams } from 'react-router';
import { ChildConcessions } from '../concession/child-concessions.tsx';
import { Schedule } from '../fee-plan/schedule-table.tsx';
import { financeModules } from '../modules.ts';
import '../finance-look.tsx';
import { SumsLine } from '@aangan/web/ui/sums-line.tsx';
import { LateFeesOfChild } from '../late-fee/late-fees.tsx';
import { ChildRefunds } from '../refund/child-refunds.tsx';
import { FindChild } from './find-child.tsx';
import { ledgerContract } from './ledger.contract.ts';
import { LedgerTable } from './ledger-table.tsx';

type Ledger = OutputOf<typeof ledgerContract.student>;

const LIST = { label: 'Student ledger', to: '/ledger/student-list' };

/** /ledger/student-ledger/{studentAdmissionID?} */
export function StudentLedger() {
  const { studentAdmissionID } = useParams();
  if (!studentAdmissionID)
    return <FindChild title="Student ledger" to={(reference) => `/ledger/student-ledger/${reference}`} />;
  return <OneLedger key={studentAdmissionID} reference={studentAdmissionID} />;
}

function OneLedger({ reference }: { reference: string }) {
  const [future, setFuture] = useState(false);
  const [after, setAfter] = useState<string | undefined>(undefined);
  const query = useQuery(
    ledgerContract.student,
    { ref: reference, future, ...(after ? { after } : {}) },
    // A parent may have paid since this child was last looked at.
    { keepPrevious: true, fresh: 0 },
  );
  const plan = useQuery(ledgerContract.studentPlan, { ref: reference }, { fresh: 0 });
  const { holds } = useSession();
  return (
    <PageFrame
      title={query.data?.account.childLabel ?? 'Student ledger'}
      crumbs={[LIST]}
      context="centre"
      primary={
        holds(financeModules.payments, true) && holds(financeModules.offlinePayment, true) && query.data
          ? { label: 'Take a payment', to: `/payments/pay/${query.data.account.feeAccountId}` }
          : undefined
      }
      menu={[
        { label: 'Instalments', to: `/ledger/student-fee-plan/${reference}` },
        {
          label: 'Assign a fee plan',
          to: `/fee-component/fee-plan/assign/${reference}`,
          hidden: !holds(financeModules.FeePlanList, true),
        },
        {
          label: 'Royalty of this child',
          to: `/royalty/student-royalty-details/${reference}`,
          hidden: !holds(financeModules.royalty),
        },
      ]}
    >
      <QueryState query={query}>
        {(data) => (
          <Stack gap="md">
            <Header data={data} />
            <PageTabs
              tabs={[
                {
                  value: 'statement',
                  label: 'Statement',
                  content: (
                    <Section
                      title="Statement"
                      flush
                      actions={
                        <FieldInput
                          kind="boolean"
                          name="future"
                          label="With later instalments"
                          value={future}
                          onChange={(value) => {
                            setFuture(value === true);
                            setAfter(undefined);
                          }}
                        />
                      }
                    >
                      <LedgerTable
                        statement={data.statement}
                        debit="Billed"
                        credit="Paid"
                        onNext={
                          data.statement.next ? () => setAfter(data.statement.next ?? undefined) : undefined
                        }
                        onFirst={after ? () => setAfter(undefined) : undefined}
                      />
                      {future || data.statement.next ? null : <WhatIsClosing data={data} />}
                    </Section>
                  ),
                },
                {
                  value: 'instalments',
                  label: 'Instalments',
                  content: (
                    <QueryState query={plan}>
                      {(one) => (
                        <Stack gap="md">
                          <Section title="Instalments">
                            <Schedule instalments={one.instalments} />
                          </Section>
                          <LateFeesOfChild reference={reference} />
                        </Stack>
                      )}
                    </QueryState>
                  ),
                },
                {
                  value: 'refunds',
                  label: 'Refunds',
                  content: <ChildRefunds reference={reference} />,
                },
              ]}
            />
          </Stack>
        )}
      </QueryState>
    </PageFrame>
  );
}

/** The closing balance in the words of the figures above it. */
function WhatIsClosing({ data: { balance, statement } }: { data: Ledger }) {
  return (
    <Group gap="xs" px="md" py="sm">
      <SumsLine
        of={`Closing balance ${formatRupees(statement.closing)} is`}
        sums={[
          ['due by today', balance.due],
          ['less paid ahead for later instalments', balance.paidAhead],
          ['less advance without an instalment', balance.advance],
        ]}
      />
    </Group>
  );
}

function Header({ data: { account, balance } }: { data: Pick<Ledger, 'account' | 'balance'> }) {
  return (
    <PersonHeader
      name={account.childLabel}
      facts={[
        { label: 'Class', value: account.className ?? '–' },
        { label: 'Billed for the year', value: <Money paise={balance.billed} /> },
        { label: 'Of that paid', value: <Money paise={balance.paid} /> },
        { label: 'Due', value: <Money paise={balance.due} /> },
        {
          label: 'Overdue',
          value:
            balance.overdue > 0 ? (
              <>
                <Money paise={balance.overdue} />
                {` for ${balance.overdueDays} ${balance.overdueDays === 1 ? 'day' : 'days'}`}
              </>
            ) : (
              'Nothing'
            ),
        },
        { label: 'Advance', value: <Money paise={balance.advance} /> },
        { label: 'Deposit', value: <Money paise={balance.deposit} /> },
      ]}
    />
  );
}

/** /ledger/student-fee-plan/{studentAdmissionID?} */
export function StudentFeePlan() {
  const { studentAdmissionID } = useParams();
  if (!studentAdmissionID)
    return (
      <FindChild title="Fee plan of a child" to={(reference) => `/ledger/student-fee-plan/${reference}`} />
    );
  return <OnePlan key={studentAdmissionID} reference={studentAdmissionID} />;
}

function OnePlan({ reference }: { reference: string }) {
  const query = useQuery(ledgerContract.studentPlan, { ref: reference });
  const { holds } = useSession();
  return (
    <PageFrame
      title={query.data ? `Fee plan of ${query.data.account.childLabel}` : 'Fee plan'}
      crumbs={[LIST]}
      context="centre"
      menu={[{ label: 'Statement', to: `/ledger/student-ledger/${reference}` }]}
      primary={
        holds(financeModules.FeePlanList, true) &&
        query.data?.assignments.every((one) => !['APPROVED', 'PENDING'].includes(one.status))
          ? { label: 'Assign a fee plan', to: `/fee-component/fee-plan/assign/${reference}` }
          : undefined
      }
    >
      <QueryState query={query}>
        {({ account, balance, instalments, assignments }) => (
          <Stack gap="md">
            <Header data={{ account, balance }} />
            <Section title="Plans">
              <Stack gap="sm">
                {assignments.length === 0 ? (
                  <Text size="sm" c="dimmed">
                    No plan yet.
                  </Text>
                ) : null}
                {assignments.map((one) => (
                  <Stack key={one.id} gap={4}>
                    <Group gap="sm">
                      <Text fw={600}>{`${one.planName}, ${one.optionName}`}</Text>
                      <StatusTag area="fee-assignment" state={one.status} />
                    </Group>
                    <Facts
                      min={130}
                      items={[
                        { label: 'Net', value: <Money paise={one.net} /> },
                        { label: 'Concession', value: <Money paise={one.concession} /> },
                        { label: 'Joins on', value: <DateText day={one.joinsOn} /> },
                        { label: 'In the books', value: one.active ? 'Yes' : 'Not yet' },
                      ]}
                    />
                  </Stack>
                ))}
              </Stack>
            </Section>
            <ChildConcessions reference={reference} />
            <LateFeesOfChild reference={reference} />
            <Section title="Instalments">
              {instalments.length === 0 ? (
                <Text size="sm" c="dimmed">
                  Nothing is planned or billed yet.
                </Text>
              ) : (
                <Schedule instalments={instalments} />
              )}
            </Section>
          </Stack>
        )}
      </QueryState>
    </PageFrame>
  );
}
