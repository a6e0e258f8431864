import { Button, Popover, Skeleton, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconFilter, IconSearch, IconX } from '@tabler/icons-react';
import { type ComponentProps, type ReactNode, type RefObject, Suspense, useMemo } from 'react';
import { useOptions } from '../api/options.ts';
import type { FilterValue, ListFilter } from '../list/list-state.ts';
import { type ListModel, useTyped } from '../list/use-list.ts';
import { part } from '../part.ts';
import { useText } from '../text/text.tsx';
import { smallIcon } from '../ui/icon.ts';
import classes from './filter-bar.module.css';
import { chosenOf, filterText } from './filter-text.ts';

// Every kind of field stands behind a filter: they come when the pointer or the focus nears the bar.
const loadInput = () => import('./filter-input.tsx');
const LazyInput = part(loadInput, 'FilterInput');
const FilterInput = (props: ComponentProps<typeof LazyInput>) => (
  <Suspense fallback={<Skeleton height={36} />}>
    <LazyInput {...props} />
  </Suspense>
);

// Search first, then at most four filters, the rest behind 'Filters' (look.md 2).
const IN_BAR = 4;

interface FilterBarProps {
  list: ListModel<unknown>;
  searchRef: RefObject<HTMLInputElement | null>;
  searchable: boolean;
  searchHint?: string | undefined;
  mobile: boolean;
  end?: ReactNode;
}

/** Search, filters and the chips of those in use. */
export function FilterBar({ list, searchRef, searchable, searchHint, mobile, end }: FilterBarProps) {
  const t = useText();
  const [typed, setTyped, hand] = useTyped(list.q, list.setQ);
  const inBar = mobile ? [] : list.filterFields.slice(0, IN_BAR);
  const rest = mobile ? list.filterFields : list.filterFields.slice(IN_BAR);
  const active = list.filterFields.filter((filter) => list.filters[filter.name] !== undefined);
  return (
    <search onPointerEnter={loadInput} onFocusCapture={loadInput}>
      <div className={classes.bar}>
        {searchable && (
          <TextInput
            ref={searchRef}
            className={classes.search ?? ''}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            // Whoever clicks a row while the text still waits must not be called back to the list by it.
            onBlur={hand}
            onKeyDown={(event) => {
              // Enter keeps the words and goes to the rows: j and k move there.
              if (event.key === 'Enter') event.currentTarget.blur();
              if (event.key !== 'Escape') return;
              if (typed) setTyped('');
              else event.currentTarget.blur();
            }}
            placeholder={searchHint ?? t('list.search')}
            aria-label={t('list.search')}
            leftSection={<IconSearch {...smallIcon} />}
            maxLength={100}
          />
        )}
        {inBar.map((filter) => (
          <FilterButton
            key={filter.name}
            filter={filter}
            value={list.filters[filter.name]}
            onChange={(value) => list.setFilter(filter.name, value)}
          />
        ))}
        {rest.length > 0 && <MoreFilters filters={rest} list={list} />}
        {end && <div className={classes.end}>{end}</div>}
      </div>
      {active.length > 0 && (
        <div className={classes.chips}>
          {active.map((filter) => (
            <FilterChip
              key={filter.name}
              filter={filter}
              value={list.filters[filter.name] ?? ''}
              onRemove={() => list.setFilter(filter.name, null)}
            />
          ))}
          <Button variant="subtle" color="gray" size="compact-xs" onClick={list.clearFilters}>
            {t('empty.clearFilters')}
          </Button>
        </div>
      )}
    </search>
  );
}

function FilterButton({
  filter,
  value,
  onChange,
}: {
  filter: ListFilter;
  value: FilterValue | undefined;
  onChange: (value: FilterValue | null) => void;
}) {
  return (
    <Popover position="bottom-start" width={280} trapFocus>
      <Popover.Target>
        <Button
          variant={value === undefined ? 'default' : 'light'}
          fw={400}
          rightSection={<IconChevronDown {...smallIcon} />}
        >
          {filter.label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <FilterInput filter={filter} value={value} onChange={onChange} />
      </Popover.Dropdown>
    </Popover>
  );
}

function MoreFilters({ filters, list }: { filters: readonly ListFilter[]; list: ListModel<unknown> }) {
  const t = useText();
  const set = filters.filter((filter) => list.filters[filter.name] !== undefined).length;
  return (
    <Popover position="bottom-start" width={320} trapFocus>
      <Popover.Target>
        <Button variant={set > 0 ? 'light' : 'default'} fw={400} leftSection={<IconFilter {...smallIcon} />}>
          {t('list.filters')}
          {set > 0 && ` (${set})`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown mah={480} style={{ overflowY: 'auto' }}>
        <Stack gap="md">
          {filters.map((filter) => (
            <div key={filter.name}>
              <Text fw={500} size="sm" mb={6}>
                {filter.label}
              </Text>
              <FilterInput
                filter={filter}
                value={list.filters[filter.name]}
                onChange={(value) => list.setFilter(filter.name, value)}
              />
            </div>
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

function FilterChip({
  filter,
  value,
  onRemove,
}: {
  filter: ListFilter;
  value: FilterValue;
  onRemove: () => void;
}) {
  const t = useText();
  const ids = chosenOf(value);
  const named = useOptions(filter.to, { ids }, filter.kind === 'reference' && ids.length > 0);
  const labels = useMemo(
    () => new Map((named.data ?? []).map((row) => [String(row.id), row.label])),
    [named.data],
  );
  const words = filter.kind === 'reference' && !named.data ? '…' : filterText(filter, value, labels);
  return (
    <span className={classes.chip}>
      <span title={words}>
        {filter.label}: <b>{words}</b>
      </span>
      <UnstyledButton
        className={classes.remove ?? ''}
        aria-label={t('list.removeFilter', { name: filter.label })}
        onClick={onRemove}
      >
        <IconX {...smallIcon} size={12} />
      </UnstyledButton>
    </span>
  );
}
