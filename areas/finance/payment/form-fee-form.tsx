import { todayIst } from '@aangan/contract/period.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Money } from '@aangan/web/ui/values.tsx';
import { Stack, Text } from '@mantine/core';
import { InstrumentFields, ModeField } from './money-taken-fields.tsx';
import { paymentContract } from './payment.contract.ts';

interface FormFeeFormProps {
  formId: string;
  /** Paise. */
  amount: number;
  payerName: string;
  onDone: () => void;
}

/** How the fee of a form came: mode, payer, day and reference. */
export function FormFeeForm({ formId, amount, payerName, onDone }: FormFeeFormProps) {
  const form = useForm(paymentContract.recordFormFee, {
    start: { formId, mode: 'CASH', payerName, receivedOn: todayIst(serverNow()) },
    refresh: ['payment'],
    onDone: () => {
      notice.ok('Recorded. Another person approves it, then the receipt is issued.');
      onDone();
    },
  });
  return (
    <Form form={form}>
      <Stack gap="md">
        <Text>
          The fee of this form is <Money paise={amount} />.
        </Text>
        <ModeField />
        <Field name="payerName" kind="text" label="Received from" />
        <Field name="receivedOn" kind="date" label="Received on" />
        <InstrumentFields mode={String(form.values.mode ?? 'CASH')} />
      </Stack>
      <SaveBar form={form} label="Record the fee" will="Waits for another person’s approval." />
    </Form>
  );
}
