import { academicMonths } from '@aangan/contract/period.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { Button, Group, SimpleGrid, Stack } from '@mantine/core';
import type { OptionBody } from './plan-draft.ts';
import { withInstalments } from './plan-draft.ts';

type Instalment = OptionBody['instalments'][number];

const rules = [
  { value: 'ON_ADMISSION', label: 'On admission' },
  { value: 'MONTH_DAY', label: 'On a day of the year' },
  { value: 'DAYS_AFTER', label: 'Days after admission' },
  { value: 'FIXED', label: 'On a date' },
];
const monthOptions = academicMonths.map(({ month, name }) => ({ value: month, label: name }));
const dayOptions = Array.from({ length: 31 }, (_, index) => ({
  value: String(index + 1).padStart(2, '0'),
  label: String(index + 1),
}));

/** Label, due rule and grace days of every instalment of an option. */
export function InstalmentRules({
  option,
  onChange,
}: {
  option: OptionBody;
  onChange: (option: OptionBody) => void;
}) {
  const set = (seq: number, change: Partial<Instalment>) =>
    onChange({
      ...option,
      instalments: option.instalments.map((one) => (one.seq === seq ? { ...one, ...change } : one)),
    });
  return (
    <Stack gap="sm">
      {option.instalments.map((one) => (
        <SimpleGrid key={one.seq} cols={{ base: 1, sm: 4 }} spacing="sm">
          <FieldInput
            kind="text"
            name={`label-${one.seq}`}
            label="Instalment"
            max={40}
            value={one.label}
            onChange={(value) => set(one.seq, { label: String(value ?? '') })}
          />
          <FieldInput
            kind="choice"
            name={`rule-${one.seq}`}
            label="Due"
            options={rules}
            value={one.dueRule}
            onChange={(value) =>
              set(one.seq, startOf(String(value ?? 'ON_ADMISSION') as Instalment['dueRule']))
            }
          />
          <DueValue one={one} set={(change) => set(one.seq, change)} />
          <FieldInput
            kind="integer"
            name={`grace-${one.seq}`}
            label="Days of grace"
            min={0}
            max={90}
            value={one.graceDays}
            onChange={(value) => set(one.seq, { graceDays: Number(value ?? 0) })}
          />
        </SimpleGrid>
      ))}
      <Group>
        <Button
          size="xs"
          variant="default"
          disabled={option.instalments.length >= 60}
          onClick={() => onChange(withInstalments(option, option.instalments.length + 1))}
        >
          Add an instalment
        </Button>
        <Button
          size="xs"
          variant="default"
          disabled={option.instalments.length < 2}
          onClick={() => onChange(withInstalments(option, option.instalments.length - 1))}
        >
          Join the last two
        </Button>
      </Group>
    </Stack>
  );
}

const startOf = (dueRule: Instalment['dueRule']): Partial<Instalment> => ({
  dueRule,
  monthDay: dueRule === 'MONTH_DAY' ? '07-10' : null,
  days: dueRule === 'DAYS_AFTER' ? 30 : null,
  dueOn: null,
});

function DueValue({ one, set }: { one: Instalment; set: (change: Partial<Instalment>) => void }) {
  if (one.dueRule === 'DAYS_AFTER')
    return (
      <FieldInput
        kind="integer"
        name={`days-${one.seq}`}
        label="Days"
        min={0}
        max={400}
        value={one.days}
        onChange={(value) => set({ days: Number(value ?? 0) })}
      />
    );
  if (one.dueRule === 'FIXED')
    return (
      <FieldInput
        kind="date"
        name={`on-${one.seq}`}
        label="Date"
        value={one.dueOn}
        onChange={(value) => set({ dueOn: (value as string | null) ?? null })}
      />
    );
  if (one.dueRule === 'ON_ADMISSION') return <div />;
  const [month = '04', day = '10'] = (one.monthDay ?? '04-10').split('-');
  return (
    <Group grow wrap="nowrap" gap="xs">
      <FieldInput
        kind="choice"
        name={`month-${one.seq}`}
        label="Month"
        options={monthOptions}
        value={month}
        onChange={(value) => set({ monthDay: `${String(value)}-${day}` })}
      />
      <FieldInput
        kind="choice"
        name={`day-${one.seq}`}
        label="Day"
        options={dayOptions}
        value={day}
        onChange={(value) => set({ monthDay: `${month}-${String(value)}` })}
      />
    </Group>
  );
}
