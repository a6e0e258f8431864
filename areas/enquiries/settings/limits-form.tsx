// After how many tries closing is proposed, how far ahead a family may be put off, and when calls are made.
import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Button, Group, SimpleGrid, Stack } from '@mantine/core';
import { useState } from 'react';
import type { Limits } from '../enquiry/limits-setting.ts';
import { enquirySettingContract } from './enquiry-setting.contract.ts';
import { OwnValue } from './own-value.tsx';

const fields: readonly { name: keyof Limits; label: string; help: string }[] = [
  {
    name: 'closeAfter',
    label: 'Tries before closing is proposed',
    help: '3 to 20, in three parts of the day',
  },
  { name: 'daysAhead', label: 'Next date at most (days ahead)', help: '7 to 180' },
  {
    name: 'daysAheadNextYear',
    label: 'Not this year: at most (days ahead)',
    help: '180 to 500, with the sub-status Not this year',
  },
  { name: 'callFrom', label: 'Calls from (hour)', help: '9 to 12' },
  { name: 'callUntil', label: 'Calls until (hour)', help: '15 to 21' },
];

export function LimitsForm({ data }: { data: OutputOf<typeof enquirySettingContract.get> }) {
  const [limits, setLimits] = useState(data.limits);
  const mayChange = data.can['change'] === true;
  const save = useCommand(enquirySettingContract.saveLimits, {
    onDone: () => notice.ok('Saved. Dates that are set already stay.'),
    onError: (error) => {
      if (Object.keys(error.fields).length === 0) notice.error(error);
    },
  });
  const changed = fields.some(({ name }) => limits[name] !== data.limits[name]);
  return (
    <Section title="Limits" help="When families are called, and how far they may be put off.">
      <Stack gap="md" maw={640}>
        <OwnValue part="limits" own={data.own} network={data.network} mayChange={mayChange} />
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          {fields.map(({ name, label, help }) => (
            <FieldInput
              key={name}
              kind="integer"
              label={label}
              help={help}
              value={limits[name]}
              disabled={!mayChange}
              error={save.error?.fields[name]}
              onChange={(value) => setLimits({ ...limits, [name]: Number(value) })}
            />
          ))}
        </SimpleGrid>
        {mayChange && (
          <Group>
            <Button disabled={!changed} loading={save.running} onClick={() => void save.run(limits)}>
              Save limits
            </Button>
          </Group>
        )}
      </Stack>
    </Section>
  );
}
