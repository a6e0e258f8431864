import { Loader, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ApiError } from '../api/api-error.ts';
import { type Option, useOptions } from '../api/options.ts';
import { useText } from '../text/text.tsx';
import type { FieldInputProps } from './field-props.ts';
import { sharedProps } from './shared-props.tsx';

const isKey = (value: unknown): value is string | number =>
  typeof value === 'number' || (typeof value === 'string' && value !== '');

/** An entry of another record: type to search, the label of the chosen one stays. Holds the id (text or number). */
export function ReferenceField(props: FieldInputProps) {
  const t = useText();
  const [typed, setTyped] = useState<string | null>(null);
  const [opened, setOpened] = useState(false);
  const [searched] = useDebouncedValue(typed ?? '', 200);
  const [picked, setPicked] = useState<Option | null>(null);
  const value = isKey(props.value) ? props.value : null;

  const known = picked?.id === value ? picked.label : value !== null ? (props.chosenLabel ?? null) : null;
  const found = useFound(props, searched, opened);
  const chosen = useOptions(
    props.to,
    { ids: value === null ? [] : [value] },
    value !== null && known === null && !props.search,
  );
  const label = known ?? chosen.data?.find((one) => one.id === value)?.label ?? null;

  const options = useMemo(() => {
    const rows = [...(found.data ?? [])];
    if (value !== null && label !== null && !rows.some((row) => row.id === value))
      rows.unshift({ id: value, label });
    return rows;
  }, [found.data, value, label]);
  const data = useMemo(() => options.map((row) => ({ value: String(row.id), label: row.label })), [options]);

  const choose = (key: string | null) => {
    const row = options.find((one) => String(one.id) === key) ?? null;
    setPicked(row);
    setTyped(null);
    props.onChange(row?.id ?? null);
  };
  return (
    <Select
      {...sharedProps(props)}
      placeholder={props.placeholder ?? t('form.searchToChoose')}
      data={data}
      value={value === null ? null : String(value)}
      onChange={choose}
      searchable
      searchValue={typed ?? label ?? ''}
      onSearchChange={setTyped}
      onDropdownOpen={() => {
        setOpened(true);
        setTyped('');
      }}
      onDropdownClose={() => setTyped(null)}
      // The server searches; what it sends is what fits.
      filter={({ options: all }) => all}
      clearable={props.optional ?? false}
      allowDeselect={props.optional ?? false}
      nothingFoundMessage={found.isFetching ? t('common.loading') : t('form.nothingFound')}
      comboboxProps={{ shadow: 'md' }}
      checkIconPosition="right"
      {...(found.isFetching && opened ? { rightSection: <Loader size={14} /> } : {})}
    />
  );
}

function useFound(props: FieldInputProps, q: string, enabled: boolean) {
  const own = useQuery<readonly Option[], ApiError>({
    queryKey: ['own-options', props.name ?? '', q],
    queryFn: () => props.search?.(q) ?? [],
    enabled: enabled && props.search !== undefined,
    placeholderData: (before) => before,
  });
  const record = useOptions(props.search ? undefined : props.to, { q }, enabled);
  return props.search ? own : record;
}
