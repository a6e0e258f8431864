import { useSession } from '@aangan/web/session/use-session.ts';
import { Anchor, Modal, Stack } from '@mantine/core';
import { Link } from 'react-router';
import { financeModules } from '../modules.ts';
import { FormFeeForm } from './form-fee-form.tsx';

interface FormFeeCounterProps {
  formId: string;
  /** Paise. */
  amount: number;
  payerName: string;
  onClose: () => void;
}

/** The fee of an application or registration, taken beside the desk. */
export function FormFeeCounter({ onClose, ...form }: FormFeeCounterProps) {
  const { holds } = useSession();
  return (
    <Modal opened onClose={onClose} title="Take the fee">
      <Stack gap="md">
        {holds(financeModules.offlineApplicationForm, true) ? (
          <Anchor component={Link} to={`/payments/application-form/${form.formId}`} size="sm">
            Open the counter: form, state and what was taken before
          </Anchor>
        ) : null}
        <FormFeeForm {...form} onDone={onClose} />
      </Stack>
    </Modal>
  );
}
