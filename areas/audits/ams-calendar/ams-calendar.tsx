import type { OutputOf } from '@aangan/contract/endpoint.ts';
import type { Day } from '@aangan/contract/period.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { MonthGrid } from '@aangan/web/calendar/month-grid.tsx';
import { MonthSteps, useMonth } from '@aangan/web/calendar/month-steps.tsx';
import { formatDay } from '@aangan/web/format.ts';
import { PublicFrame } from '@aangan/web/ui/public-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { Alert, List, Stack, Text, Title } from '@mantine/core';
import { slots } from '../schedule/visit.states.ts';
import { amsCalendarContract, sharedCalendarContract } from './ams-calendar.contract.ts';

type Open = OutputOf<typeof amsCalendarContract.month>;
type Visits = OutputOf<typeof sharedCalendarContract.visits>['visits'];
const TOKEN = /^[A-Za-z0-9_-]{22}$/;

/** /ams/amsCalender: holidays and cycles for everybody; with `?key=` the announced visits of whoever made the link. */
export function AmsCalendar() {
  const [month, choose] = useMonth();
  const [key] = useParam('key');
  const valid = key !== null && TOKEN.test(key);
  const query = useQuery(amsCalendarContract.month, { month });
  const shared = useQuery(
    sharedCalendarContract.visits,
    { month },
    { link: key ?? undefined, enabled: valid },
  );
  const ended = (key !== null && !valid) || shared.error?.status === 404 || shared.error?.status === 410;
  return (
    <PublicFrame title="AMS calendar" wide oneLanguage>
      <Stack gap="md">
        {ended && <Alert color="yellow">This link is no longer valid.</Alert>}
        {!ended && shared.error && <Alert color="red">{shared.error.message}</Alert>}
        <MonthSteps month={month} last={null} onChange={choose} />
        <QueryState query={query}>
          {(open) => (
            <Month month={month} open={open} visits={ended ? null : (shared.data?.visits ?? null)} />
          )}
        </QueryState>
      </Stack>
    </PublicFrame>
  );
}

function Month({ month, open, visits }: { month: string; open: Open; visits: Visits | null }) {
  const at = (day: Day) => ({
    holidays: open.holidays.filter((one) => one.day === day),
    visits: visits?.filter((one) => one.day === day) ?? [],
    cycle: open.cycles.find(({ from, to }) => from <= day && day <= to),
  });
  return (
    <>
      <MonthGrid
        month={month}
        cell={(day) => {
          const there = at(day);
          const says = [
            ...there.holidays.map(({ name, place }) => `Holiday: ${name} (${place})`),
            ...there.visits.map((one) => `${slots[one.slot]}: ${one.centre}`),
          ].join(', ');
          if (!says && !there.cycle) return null;
          const n = there.visits.length;
          const color = there.holidays.length > 0 ? 'yellow' : n > 0 ? 'blue' : 'gray';
          return {
            ...(n > 0 && { content: <span>{n === 1 ? '1 visit' : `${n} visits`}</span> }),
            ...(says && { says }),
            background: `var(--mantine-color-${color}-light)`,
          };
        }}
      />
      {open.cycles.map(({ name, from, to }) => (
        <Text key={name}>{`Cycle of visits ${name}: ${formatDay(from)} to ${formatDay(to)}`}</Text>
      ))}
      <Part title="Holidays" empty="No holiday in this month.">
        {open.holidays.map((one) => `${formatDay(one.day)}: ${one.name} (${one.place})`)}
      </Part>
      {visits && (
        <Part title="Visits" empty="No announced visit in this month.">
          {visits.map(
            ({ day, slot, centre, city }) =>
              `${formatDay(day)}, ${slots[slot].toLowerCase()}: ${centre}${city ? `, ${city}` : ''}`,
          )}
        </Part>
      )}
    </>
  );
}

function Part({ title, empty, children }: { title: string; empty: string; children: readonly string[] }) {
  return (
    <section>
      <Title order={2} size="h4" mb="xs">
        {title}
      </Title>
      {children.length === 0 ? (
        <Text>{empty}</Text>
      ) : (
        <List>
          {children.map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
      )}
    </section>
  );
}
