import type { OutputOf } from '@aangan/contract/endpoint.ts';
import type { Day } from '@aangan/contract/period.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { MonthGrid } from '@aangan/web/calendar/month-grid.tsx';
import { MonthSteps, useMonth } from '@aangan/web/calendar/month-steps.tsx';
import { formatDay } from '@aangan/web/format.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section, TwoColumns } from '@aangan/web/ui/section.tsx';
import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { attendanceContract } from './attendance.contract.ts';
import { CheckIn } from './check-in.tsx';
import { backgroundOf, DayEvidence, Legend, sentenceOf, totalFacts } from './day-look.tsx';
import { NotListed } from './not-listed.tsx';

type Mine = OutputOf<typeof attendanceContract.mine>;

/** /staff/teacherAttendance: the own month, every letter explained. */
export function OwnAttendance() {
  const [month, choose] = useMonth();
  const query = useQuery(attendanceContract.mine, { month }, { fresh: 0 });
  if (query.error?.code === 'staff.not-listed')
    return (
      <PageFrame title="My attendance" context="centre">
        <NotListed />
      </PageFrame>
    );
  return (
    <PageFrame
      title="My attendance"
      context="centre"
      primary={{ label: 'Apply for leave', to: '/staff/applyLeave' }}
    >
      <QueryState query={query}>
        {(mine) => (
          <TwoColumns
            main={
              <Stack gap="md">
                <CheckIn mine={mine} />
                <Section
                  title="Month"
                  help={mine.locked ? 'This month is locked.' : undefined}
                  actions={<MonthSteps month={month} onChange={choose} />}
                >
                  <OwnMonth key={month} month={month} mine={mine} />
                </Section>
              </Stack>
            }
            rail={
              <Section title="Days">
                <Facts items={totalFacts(mine.totals)} min={110} />
              </Section>
            }
          />
        )}
      </QueryState>
    </PageFrame>
  );
}

function OwnMonth({ month, mine }: { month: string; mine: Mine }) {
  const [open, setOpen] = useState<Day | null>(null);
  const byDay = new Map(mine.days.map((day) => [day.day, day]));
  const chosen = open === null ? undefined : byDay.get(open);
  return (
    <Stack gap="md">
      <MonthGrid
        month={month}
        chosen={open === null ? [] : [open]}
        onPick={(days) => setOpen(days.at(-1) ?? null)}
        cell={(one) => {
          const day = byDay.get(one);
          if (!day) return null;
          const background = backgroundOf(day.letter);
          return {
            content: <b>{day.letter}</b>,
            says: sentenceOf(day),
            ...(background ? { background } : {}),
          };
        }}
      />
      {chosen ? (
        <Section title={formatDay(chosen.day)}>
          <Stack gap="md" align="flex-start">
            <DayEvidence day={chosen} />
            <Button
              component={Link}
              to={`/staff/applyAttendance?day=${chosen.day}`}
              variant="default"
              size="compact-md"
            >
              Request a correction
            </Button>
          </Stack>
        </Section>
      ) : (
        <Text size="sm" c="dimmed">
          Choose a day to see where its letter comes from.
        </Text>
      )}
      <Legend />
    </Stack>
  );
}
