import { todayIst } from '@aangan/contract/period.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Money } from '@aangan/web/ui/values.tsx';
import { Modal, Stack, Text } from '@mantine/core';
import { InstrumentFields, ModeField } from './money-taken-fields.tsx';
import { paymentContract } from './payment.contract.ts';

interface FormFeeCounterProps {
  formId: string;
  /** Paise. */
  amount: number;
  payerName: string;
  onClose: () => void;
}

/** The fee of an application or registration, taken at the counter. */
export function FormFeeCounter({ formId, amount, payerName, onClose }: FormFeeCounterProps) {
  const form = useForm(paymentContract.recordFormFee, {
    start: { formId, mode: 'CASH', payerName, receivedOn: todayIst(new Date()) },
    onDone: () => {
      notice.ok('Recorded. Another person approves it, then the receipt is issued.');
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title="Take the fee" closeButtonProps={{ 'aria-label': 'Close' }}>
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
    </Modal>
  );
}
