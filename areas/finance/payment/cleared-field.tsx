import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { Stack, Text } from '@mantine/core';
import { useState } from 'react';

/** What is asked before a payment is approved: of a cheque the day on which the bank cleared it. */
export function useApproval(mode: string, text: string) {
  const [clearedOn, setClearedOn] = useState<string | null>(null);
  const cheque = mode === 'CHEQUE' || mode === 'DD';
  return {
    input: cheque && clearedOn ? { clearedOn } : {},
    text: cheque ? (
      <Stack gap="md">
        <Text>{text}</Text>
        <FieldInput
          kind="date"
          name="clearedOn"
          label="Cleared on"
          help="As the bank statement says; the money is booked on this day."
          value={clearedOn}
          onChange={(value) => setClearedOn(typeof value === 'string' ? value : null)}
        />
      </Stack>
    ) : (
      text
    ),
  };
}
