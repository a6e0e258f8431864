// A month of follow-ups: how many each day holds, how warm they are, and the visits. A day opens its list.
import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { addDays, type Day, daysInMonth, todayIst } from '@aangan/contract/period.ts';
import { WEEKDAYS, weekdayOf } from '@aangan/contract/weekday.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { MonthSteps, thisMonth } from '@aangan/web/calendar/month-steps.tsx';
import { cls } from '@aangan/web/cls.ts';
import { formatCount } from '@aangan/web/format.ts';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import classes from './follow-up.module.css';
import { followUpWorkContract } from './follow-up-work.contract.ts';

type DaySums = OutputOf<typeof followUpWorkContract.calendar>['days'][number];

const monthName = new Intl.DateTimeFormat('en-IN', { month: 'long', year: 'numeric', timeZone: 'UTC' });

export function CalendarTab() {
  const today = todayIst(new Date(serverNow()));
  const [month, setMonth] = useState(thisMonth);
  const first: Day = `${month}-01`;
  const [mine, setMine] = useState(false);
  const query = useQuery(
    followUpWorkContract.calendar,
    { month, ...(mine ? { assignedTo: ['me'] } : {}) },
    { keepPrevious: true },
  );
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Group gap="xs">
          <MonthSteps month={month} last={null} onChange={setMonth} />
          <Text fw={600}>{monthName.format(new Date(first))}</Text>
        </Group>
        <SegmentedControl
          size="xs"
          aria-label="Whose follow-ups"
          value={mine ? 'me' : 'all'}
          onChange={(value) => setMine(value === 'me')}
          data={[
            { value: 'me', label: 'Mine' },
            { value: 'all', label: 'Everyone' },
          ]}
        />
      </Group>
      <QueryState query={query}>
        {(data) => (
          <Month first={first} today={today} sums={new Map(data.days.map((one) => [one.day, one]))} />
        )}
      </QueryState>
    </Stack>
  );
}

function Month({ first, today, sums }: { first: Day; today: Day; sums: ReadonlyMap<string, DaySums> }) {
  const before = WEEKDAYS.indexOf(weekdayOf(first));
  const days = daysInMonth(Number(first.slice(0, 4)), Number(first.slice(5, 7)));
  return (
    <div className={classes.month}>
      {WEEKDAYS.map((weekday) => (
        <div key={weekday} className={classes.weekday}>
          {weekday.charAt(0)}
          {weekday.slice(1).toLowerCase()}
        </div>
      ))}
      {Array.from({ length: before }, (_, i) => (
        <div key={addDays(first, i - before)} className={classes.other} />
      ))}
      {Array.from({ length: days }, (_, i) => {
        const day = addDays(first, i);
        return <DayCell key={day} day={day} today={day === today} sums={sums.get(day)} />;
      })}
      {Array.from({ length: (7 - ((before + days) % 7)) % 7 }, (_, i) => (
        <div key={addDays(first, days + i)} className={classes.other} />
      ))}
    </div>
  );
}

function DayCell({ day, today, sums }: { day: Day; today: boolean; sums: DaySums | undefined }) {
  const total = sums ? sums.cold + sums.warm + sums.hot : 0;
  const parts = sums
    ? ([
        ['hot', sums.hot],
        ['warm', sums.warm],
        ['cold', sums.cold],
      ] as const)
    : [];
  const words = parts.filter(([, n]) => n > 0).map(([what, n]) => `${formatCount(n)} ${what}`);
  return (
    <Link
      className={cls(classes.day, today && classes.today)}
      to={`/forms/followup?date=${day}`}
      title={`${total} follow-ups, ${sums?.visits ?? 0} visits`}
    >
      <Text fz="xs" className="quiet">
        {Number(day.slice(8))}
      </Text>
      {total > 0 && (
        <Text fw={600} className="figures">
          {formatCount(total)}
        </Text>
      )}
      <Text fz="xs" className="quiet" visibleFrom="sm">
        {words.join(' · ')}
      </Text>
      {sums && sums.visits > 0 && (
        <Text fz="xs" c="var(--a-info-text)" visibleFrom="sm">
          {sums.visits === 1 ? '1 visit' : `${formatCount(sums.visits)} visits`}
        </Text>
      )}
    </Link>
  );
}
