import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { todayIst } from '@aangan/contract/period.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Money } from '@aangan/web/ui/values.tsx';
import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { firstChoice, InstalmentChoice, instalmentsOf } from './instalment-choice.tsx';
import { InstrumentFields, ModeField } from './money-taken-fields.tsx';
import { paymentContract } from './payment.contract.ts';

interface LinesCounterProps {
  feeAccountId: string;
  lines: OutputOf<typeof paymentContract.account>['lines'];
  /** Names of lists to ask again. */
  refresh: readonly string[];
  onDone: () => void;
}

/** Money taken for chosen instalments of an account; the whole of what is chosen, and nothing beside it. */
export function LinesCounter({ feeAccountId, lines, refresh, onDone }: LinesCounterProps) {
  const instalments = instalmentsOf(lines);
  const [chosen, setChosen] = useState(() => Math.min(firstChoice(instalments), instalments.length));
  const taken = instalments.slice(0, chosen).flatMap((one) => one.lines);
  const amount = taken.reduce((sum, line) => sum + line.open, 0);
  const form = useForm(paymentContract.recordOffline, {
    start: { feeAccountId, mode: 'CASH', payerName: '', receivedOn: todayIst(serverNow()) },
    toInput: (values) => ({
      ...values,
      amount,
      lines: taken.map((line) => ({ feeLineId: line.id, amount: line.open })),
    }),
    refresh: ['payment', ...refresh],
    onDone: () => {
      notice.ok('Recorded. Another person approves it, then the receipt is issued.');
      onDone();
    },
  });
  return (
    <Form form={form}>
      <Stack gap="md">
        <Section title="What is paid">
          <InstalmentChoice
            instalments={instalments}
            chosen={chosen}
            onChoose={(count) => setChosen(Math.max(1, count))}
            disabled={form.saving}
          />
        </Section>
        <Section title="What was given">
          <Stack gap="md">
            <Text fw={600}>
              <Money paise={amount} />
            </Text>
            <ModeField />
            <Field name="payerName" kind="text" label="Received from" />
            <Field name="receivedOn" kind="date" label="Received on" />
            <InstrumentFields mode={String(form.values.mode ?? 'CASH')} />
          </Stack>
        </Section>
      </Stack>
      <SaveBar
        form={form}
        label="Record payment"
        will="Waits for another person’s approval; the receipt follows."
      />
    </Form>
  );
}
