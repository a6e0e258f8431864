import { useQuery } from '@aangan/web/api/use-query.ts';
import type { FormModel } from '@aangan/web/form/form-model.ts';
import { formatDay } from '@aangan/web/format.ts';
import { Alert, Checkbox, SimpleGrid, Stack, Text } from '@mantine/core';
import { eventContract } from './event.contract.ts';

type Values = FormModel['values'];

/** The part of the form's values that decides the dates. */
export function ruleOf(values: Values) {
  const single = values['repeat'] === 'NONE';
  return {
    fromOn: String(values['fromOn'] ?? ''),
    repeat: (values['repeat'] ?? 'NONE') as 'NONE',
    every: Number(values['every'] ?? 1),
    weekdays: (values['repeat'] === 'WEEKLY' ? (values['weekdays'] ?? []) : []) as [],
    until: single ? null : ((values['until'] as string | null) ?? null),
    count: single ? null : ((values['count'] as number | null) ?? null),
    closedDays: (values['closedDays'] ?? 'DROP') as 'DROP',
    removed: (values['removed'] ?? []) as string[],
  };
}

/** The dates of what is typed, as the server counts them: closed days named, each date to be taken out by hand. */
export function EventDates({ form }: { form: FormModel }) {
  const { values } = form;
  const rule = ruleOf(values);
  const complete =
    /^\d{4}-\d{2}-\d{2}$/.test(rule.fromOn) &&
    (rule.repeat === 'NONE' || rule.until !== null || rule.count !== null);
  const query = useQuery(eventContract.dates, rule, { enabled: complete, keepPrevious: true });
  if (!complete) return null;
  if (query.error)
    return (
      <Text size="sm" c="var(--a-danger-text)">
        {query.error.message}
      </Text>
    );
  const { words, dates } = query.data ?? { words: '', dates: [] };
  const closedAt = dates.find(({ closed }) => closed !== null);
  if (rule.repeat === 'NONE')
    return closedAt ? (
      <Alert color="warning" variant="light">
        Closed on {formatDay(closedAt.onDate)}: {closedAt.closed}.
      </Alert>
    ) : null;
  const kept = dates.filter(({ kept: stays }) => stays).length;
  const toggle = (day: string, on: boolean) =>
    form.set('removed', on ? rule.removed.filter((one) => one !== day) : [...rule.removed, day]);
  return (
    <Stack gap="xs">
      <Text fw={600}>
        {words}: {kept} {kept === 1 ? 'date' : 'dates'}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="xs" verticalSpacing={4}>
        {dates.map(({ onDate, closed, kept: stays }) => {
          const dropped = closed !== null && rule.closedDays === 'DROP';
          return (
            <Checkbox
              key={onDate}
              checked={stays}
              disabled={dropped}
              label={closed === null ? formatDay(onDate) : `${formatDay(onDate)} – closed: ${closed}`}
              onChange={(event) => toggle(onDate, event.currentTarget.checked)}
            />
          );
        })}
      </SimpleGrid>
    </Stack>
  );
}
