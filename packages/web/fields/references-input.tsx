import { Loader, MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { type Option, useOptions } from '../api/options.ts';
import { useText } from '../text/text.tsx';
import type { FieldInputProps } from './field-props.ts';
import { sharedProps } from './shared-props.tsx';

const keysOf = (value: unknown): (string | number)[] =>
  Array.isArray(value)
    ? value.filter((one): one is string | number => typeof one === 'string' || typeof one === 'number')
    : [];

/** Several entries of another record: type to search, the labels of the chosen ones stay. Holds their ids in order. */
export function ReferencesField(props: FieldInputProps) {
  const t = useText();
  const [typed, setTyped] = useState('');
  const [opened, setOpened] = useState(false);
  const [searched] = useDebouncedValue(typed, 200);
  const [picked, setPicked] = useState<readonly Option[]>([]);
  const chosen = keysOf(props.value);
  const names = props.chosenNames ?? {};
  const unnamed = chosen.filter(
    (id) => !picked.some((one) => one.id === id) && names[String(id)] === undefined,
  );
  const found = useOptions(props.to, { q: searched }, opened);
  const asked = useOptions(props.to, { ids: unnamed }, unnamed.length > 0);
  const known = [...(found.data ?? []), ...picked, ...(asked.data ?? [])];
  const labelOf = (id: string | number) =>
    known.find((one) => one.id === id)?.label ?? names[String(id)] ?? t('common.loading');
  // The chosen ones first: the widget draws a chip only for what stands in its list.
  const entries = [
    ...chosen.map((id) => ({ id, label: labelOf(id) })),
    ...(found.data ?? []).filter((one) => !chosen.includes(one.id)),
  ];
  const full = props.most !== undefined && chosen.length >= props.most;

  const choose = (keys: string[]) => {
    const rows = keys.flatMap((key) => entries.filter((one) => String(one.id) === key));
    setPicked(rows);
    setTyped('');
    props.onChange(rows.map((one) => one.id));
  };
  return (
    <MultiSelect
      {...sharedProps(props)}
      placeholder={chosen.length === 0 ? (props.placeholder ?? t('form.searchToChoose')) : ''}
      data={entries.map((one) => ({ value: String(one.id), label: one.label }))}
      value={chosen.map(String)}
      onChange={choose}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      onDropdownOpen={() => setOpened(true)}
      // The server searches; what it sends is what fits.
      filter={({ options }) => options}
      {...(full ? { maxValues: chosen.length } : {})}
      hidePickedOptions
      clearable
      nothingFoundMessage={found.isFetching ? t('common.loading') : t('form.nothingFound')}
      comboboxProps={{ shadow: 'md' }}
      {...(found.isFetching && opened ? { rightSection: <Loader size={14} /> } : {})}
    />
  );
}
