import { addDays, type Day } from '@aangan/contract/period.ts';
import { formatCount, formatDay } from '@aangan/web/format.ts';
import { icon } from '@aangan/web/ui/icon.ts';
import { Section } from '@aangan/web/ui/section.tsx';
import { ActionIcon, Group, ScrollArea, Stack, Table, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { TARGET_WORKING_DAYS } from './calendar.contract.ts';
import { type CalendarDay, type CalendarRules, calendarDayKinds, workingDaysIn } from './day-kind.ts';
import { Swatch } from './planner-parts.tsx';

interface Span {
  from: Day;
  to: Day;
}

const MONTH = new Intl.DateTimeFormat('en-IN', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Working days by month and term as the calendar stands on the screen, and its entries as a list. */
export function PlannerRail({
  rules,
  months,
  year,
  terms,
  onRemove,
}: {
  rules: CalendarRules;
  months: readonly (Span & { month: string })[];
  year: Span;
  terms: readonly { name: string; fromOn: Day; toOn: Day }[];
  onRemove?: (days: readonly CalendarDay[]) => void;
}) {
  const all = workingDaysIn(rules, year.from, year.to);
  const entries = stretchesOf(rules.days);
  const lines = [
    ...months.map(({ month, from, to }) => ({ label: MONTH.format(new Date(from)), key: month, from, to })),
    ...terms.map(({ name, fromOn, toOn }) => ({
      label: `${name} (${formatDay(fromOn)} – ${formatDay(toOn)})`,
      key: `${name} ${fromOn} ${toOn}`,
      from: fromOn,
      to: toOn,
    })),
  ];
  return (
    <Stack gap="md">
      <Section title="Working days">
        <Text fw={600} c={all < TARGET_WORKING_DAYS ? 'danger' : 'inherit'}>
          {formatCount(all)} in the year, at least {formatCount(TARGET_WORKING_DAYS)} wanted
        </Text>
        <Table withRowBorders={false} verticalSpacing={2}>
          <Table.Tbody>
            {lines.map(({ key, label, from, to }) => (
              <Table.Tr key={key}>
                <Table.Td pl={0}>{label}</Table.Td>
                <Table.Td pr={0} ta="end" className="figures">
                  {workingDaysIn(rules, from, to)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Section>
      <Section title={`Entries (${formatCount(entries.length)})`}>
        {rules.days.length === 0 ? (
          <Text c="dimmed">No day is marked yet.</Text>
        ) : (
          <ScrollArea.Autosize mah={480}>
            <Stack gap={6}>
              {entries.map((days) => (
                <Entry key={`${days[0].onDate} ${days[0].kind}`} days={days} onRemove={onRemove} />
              ))}
            </Stack>
          </ScrollArea.Autosize>
        )}
      </Section>
    </Stack>
  );
}

type Stretch = [CalendarDay, ...CalendarDay[]];

/** Days in a row that say the same are one entry: a vacation. */
function stretchesOf(days: readonly CalendarDay[]): Stretch[] {
  const stretches: Stretch[] = [];
  for (const day of days) {
    const before = stretches.find((stretch) => follows(stretch.at(-1) ?? day, day));
    if (before) before.push(day);
    else stretches.push([day]);
  }
  return stretches;
}

const follows = (a: CalendarDay, b: CalendarDay): boolean =>
  addDays(a.onDate, 1) === b.onDate &&
  a.kind === b.kind &&
  a.title === b.title &&
  a.staffWorks === b.staffWorks &&
  String(a.classIds) === String(b.classIds);

function Entry({
  days,
  onRemove,
}: {
  days: Stretch;
  onRemove: ((days: readonly CalendarDay[]) => void) | undefined;
}) {
  const [day] = days;
  const last = days.at(-1) ?? day;
  const when = last === day ? formatDay(day.onDate) : `${formatDay(day.onDate)} – ${formatDay(last.onDate)}`;
  return (
    <Group gap="xs" wrap="nowrap" justify="space-between">
      <Group gap="xs" wrap="nowrap" style={{ minWidth: 0 }}>
        <Swatch kind={day.kind} />
        <div style={{ minWidth: 0 }}>
          <span className="figures">{when}</span> {day.title}
          <Text size="sm" c="dimmed">
            {calendarDayKinds[day.kind]}
            {days.length > 1 ? `, ${formatCount(days.length)} days` : ''}
            {day.classIds ? `, ${formatCount(day.classIds.length)} of the classes` : ''}
            {day.staffWorks && day.kind !== 'EVENT' ? ', staff works' : ''}
          </Text>
        </div>
      </Group>
      {onRemove && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Remove ${day.title}, ${when}`}
          onClick={() => onRemove(days)}
        >
          <IconX {...icon} />
        </ActionIcon>
      )}
    </Group>
  );
}
