import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { FormFeeCounter } from '../../finance/public.web.tsx';

interface TakeFormFeeProps {
  form: { id: string; feeAmount: number; parentName: string; can: Readonly<Record<string, boolean>> };
}

/** The button that takes the fee of a form at the counter, where there is one to take. */
export function TakeFormFee({ form }: TakeFormFeeProps) {
  const [taking, setTaking] = useState(false);
  if (!form.can['takeFee']) return null;
  return (
    <>
      <Button variant="default" onClick={() => setTaking(true)}>
        Take the fee
      </Button>
      {taking ? (
        <Suspense>
          <FormFeeCounter
            formId={form.id}
            amount={form.feeAmount}
            payerName={form.parentName}
            onClose={() => setTaking(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
