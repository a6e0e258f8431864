// After how many tries closing is proposed, how far ahead a family may be put off, and when calls are made.
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { SimpleGrid } from '@mantine/core';
import { useState } from 'react';
import type { Limits } from '../enquiry/limits-setting.ts';
import { enquirySettingContract } from './enquiry-setting.contract.ts';
import { OwnPart, type Settings, useSave } from './own-part.tsx';

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

export function LimitsForm({ data }: { data: Settings }) {
  const [limits, setLimits] = useState(data.limits);
  const mayChange = data.can['change'] === true;
  const save = useSave(enquirySettingContract.saveLimits, 'Saved. Dates that are set already stay.');
  const changed = fields.some(({ name }) => limits[name] !== data.limits[name]);
  return (
    <OwnPart
      part="limits"
      title="Limits"
      help="When families are called, and how far they may be put off."
      data={data}
      changed={changed}
      running={save.running}
      onSave={() => void save.run(limits)}
      save="Save limits"
    >
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
    </OwnPart>
  );
}
