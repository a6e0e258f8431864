import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { type Column, dayColumn, moneyColumn, stateColumn, textColumn } from '@aangan/web/table/column.tsx';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section, TwoColumns } from '@aangan/web/ui/section.tsx';
import { Money } from '@aangan/web/ui/values.tsx';
import { Anchor, Stack, Text } from '@mantine/core';
import { Link, useParams } from 'react-router';
import { FormFeeForm } from './form-fee-form.tsx';
import { paymentContract } from './payment.contract.ts';
import { modeLabels } from './payment-look.tsx';

type CounterForm = OutputOf<typeof paymentContract.formCounter>;

const titles = {
  APPLICATION: 'Application form',
  REGISTRATION: 'Registration form',
  ADMISSION: 'Admission form',
} as const;

/** /payments/application-form/{refID} and /payments/admission-form/{refID}: the fee of a form, taken at the counter. */
export function FormCounter() {
  const { refID = '' } = useParams();
  const query = useQuery(paymentContract.formCounter, { formId: refID }, { fresh: 0 });
  return (
    <PageFrame
      title={query.data ? `${titles[query.data.kind]} of ${query.data.child}` : 'Fee of a form'}
      context="centre"
      menu={[{ label: 'Print slip', run: () => window.print(), hidden: !query.data?.payments.length }]}
    >
      <QueryState query={query}>
        {(form) => <Counter form={form} formId={refID} reload={() => void query.refetch()} />}
      </QueryState>
    </PageFrame>
  );
}

const columns: Column<CounterForm['payments'][number]>[] = [
  dayColumn('receivedOn', 'Received', (one) => one.receivedOn),
  textColumn('mode', 'Mode', (one) => modeLabels[one.mode] ?? one.mode),
  moneyColumn('amount', 'Amount', (one) => one.amount),
  stateColumn('payment', (one) => one.status, { label: 'State' }),
  textColumn('receipt', 'Receipt', (one) => one.receiptNumber),
];

const Counter = ({ form, formId, reload }: { form: CounterForm; formId: string; reload: () => void }) => (
  <TwoColumns
    main={
      <Stack gap="md">
        <Section title="Form">
          <Facts
            items={[
              { label: 'Form', value: titles[form.kind] },
              { label: 'Number', value: form.number ?? 'at confirmation' },
              { label: 'Child', value: form.child },
              { label: 'State', value: form.state },
              { label: 'Fee', value: <Money paise={form.fee} /> },
              { label: 'Left to pay', value: <Money paise={form.due} /> },
            ]}
          />
        </Section>
        <Section title="Taken so far" flush>
          {form.payments.length === 0 ? (
            <Text p="md" c="dimmed">
              Nothing was paid for this form yet.
            </Text>
          ) : (
            <ShortTable
              label="Payments of this form"
              rows={form.payments}
              keyOf={(one) => one.id}
              columns={columns}
            />
          )}
        </Section>
      </Stack>
    }
    rail={
      <Section title="Take the fee">
        <Stack gap="md" className="no-print">
          {form.due > 0 ? (
            <FormFeeForm formId={formId} amount={form.due} payerName={form.payerName} onDone={reload} />
          ) : (
            <Text c="dimmed">Nothing is left to pay for this form.</Text>
          )}
          {form.studentAdmissionId ? (
            <Anchor component={Link} to={`/payments/pay/${form.studentAdmissionId}`}>
              Take the first instalment of the fee plan
            </Anchor>
          ) : null}
        </Stack>
      </Section>
    }
  />
);
