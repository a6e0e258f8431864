import { Checkbox, Group, Radio, ScrollArea, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import { useOptions } from '../api/options.ts';
import { FieldInput } from '../fields/field-input.tsx';
import type { FilterValue, ListFilter, Range } from '../list/list-state.ts';
import { useText } from '../text/text.tsx';
import { chosenOf } from './filter-text.ts';

interface FilterInputProps {
  filter: ListFilter;
  value: FilterValue | undefined;
  onChange: (value: FilterValue | null) => void;
}

/** The inside of a filter's popover, by kind. */
export function FilterInput(props: FilterInputProps) {
  const { filter, value, onChange } = props;
  const t = useText();
  if (filter.range) return <RangeInput {...props} />;
  if (filter.kind === 'choice' || filter.kind === 'choices')
    return (
      <PickList
        {...props}
        options={(filter.options ?? []).map((one) => ({ key: one.value, label: one.label }))}
      />
    );
  if (filter.kind === 'reference') return <ReferencePick {...props} />;
  if (filter.kind === 'boolean')
    return (
      <Radio.Group
        value={value === undefined ? '' : String(value)}
        onChange={(next) => onChange(next === '' ? null : next === 'true')}
        aria-label={filter.label}
      >
        <Stack gap="sm">
          <Radio value="" label={t('list.any')} />
          <Radio value="true" label={t('common.yes')} />
          <Radio value="false" label={t('common.no')} />
        </Stack>
      </Radio.Group>
    );
  return (
    <FieldInput
      kind={filter.kind}
      label={filter.label}
      optional
      bare
      value={value ?? null}
      onChange={(next) => onChange(isValue(next) ? next : null)}
    />
  );
}

const isValue = (value: unknown): value is string | number =>
  (typeof value === 'string' && value !== '') || typeof value === 'number';

function RangeInput({ filter, value, onChange }: FilterInputProps) {
  const t = useText();
  const range: Range = typeof value === 'object' && !Array.isArray(value) ? (value as Range) : {};
  const set = (part: 'from' | 'to', next: unknown) => {
    const { [part]: _old, ...rest } = range;
    const merged = isValue(next) ? { ...rest, [part]: next } : rest;
    onChange(Object.keys(merged).length > 0 ? merged : null);
  };
  return (
    <Stack gap="sm">
      <FieldInput
        kind={filter.kind}
        label={t('list.from')}
        optional
        value={range.from ?? null}
        onChange={(next) => set('from', next)}
      />
      <FieldInput
        kind={filter.kind}
        label={t('list.to')}
        optional
        value={range.to ?? null}
        onChange={(next) => set('to', next)}
      />
    </Stack>
  );
}

interface PickOption {
  key: string | number;
  label: string;
}

function PickList({
  filter,
  value,
  onChange,
  options,
  searching,
}: FilterInputProps & { options: readonly PickOption[]; searching?: boolean }) {
  const t = useText();
  const chosen = chosenOf(value);
  const toggle = (key: string | number, on: boolean) => {
    if (filter.several === false) return onChange(on ? key : null);
    const next = on ? [...chosen, key] : chosen.filter((one) => one !== key);
    onChange(next.length === 0 ? null : next.length === 1 ? (next[0] ?? null) : next);
  };
  if (options.length === 0)
    return (
      <Text c="dimmed" size="sm">
        {searching ? t('common.loading') : t('form.nothingFound')}
      </Text>
    );
  return (
    <ScrollArea.Autosize mah={280} type="auto" offsetScrollbars>
      <Stack gap="sm" role="group" aria-label={filter.label}>
        {options.map((option) => (
          <Checkbox
            key={option.key}
            label={option.label}
            checked={chosen.includes(option.key)}
            onChange={(event) => toggle(option.key, event.currentTarget.checked)}
          />
        ))}
      </Stack>
    </ScrollArea.Autosize>
  );
}

function ReferencePick(props: FilterInputProps) {
  const t = useText();
  const [q, setQ] = useState('');
  const [searched] = useDebouncedValue(q, 200);
  const chosen = chosenOf(props.value);
  const found = useOptions(props.filter.to, { q: searched });
  const named = useOptions(props.filter.to, { ids: chosen }, chosen.length > 0);
  const options = useMemo(() => {
    const rows = [...(named.data ?? []), ...(found.data ?? [])];
    return [...new Map(rows.map((row) => [row.id, { key: row.id, label: row.label }])).values()];
  }, [named.data, found.data]);
  return (
    <Stack gap="sm">
      <TextInput
        value={q}
        onChange={(event) => setQ(event.currentTarget.value)}
        placeholder={t('form.searchToChoose')}
        aria-label={`${t('list.search')} ${props.filter.label}`}
        data-autofocus
      />
      <Group>
        <PickList {...props} options={options} searching={found.isFetching} />
      </Group>
    </Stack>
  );
}
