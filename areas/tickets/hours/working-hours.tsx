import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { buttonColumn, ShortTable } from '@aangan/web/table/short-table.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { DateText } from '@aangan/web/ui/values.tsx';
import { Button, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type Calendar, workingHoursContract as contract, dayKinds } from './working-hours.contract.ts';

const NAMES = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
type Special = Calendar['special'][number];

const spans = (hours: Special['hours']): string => hours.map(([from, to]) => `${from}–${to}`).join(', ');

const weekOf = ({ always, days, hours }: Calendar): string =>
  always ? 'Day and night, every day' : `${days.map((day) => NAMES[day - 1]).join(', ')}: ${spans(hours)}`;

/** Tab Working hours: the week of each calendar with its holidays and days of other hours. */
export function WorkingHours({ tabs }: { tabs: ReactNode }) {
  const query = useQuery(contract.list, {});
  const [adding, add] = useState<Calendar | null>(null);
  const mayWrite = useSession().holds(contract.addDay.module, true);
  const remove = useCommand(contract.removeDay, {
    onDone: () => notice.ok('Taken back.'),
    onError: (error) => notice.error(error),
  });
  return (
    <PageFrame title="Ticket matrix">
      {tabs}
      <QueryState query={query}>
        {({ rows }) => (
          <Stack gap="md">
            {rows.map((calendar) => (
              <Section
                key={calendar.id}
                title={calendar.name}
                help={weekOf(calendar)}
                actions={
                  mayWrite && !calendar.always ? (
                    <Button variant="default" onClick={() => add(calendar)}>
                      Add day
                    </Button>
                  ) : null
                }
              >
                {calendar.special.length === 0 ? (
                  <Text className="quiet">
                    {calendar.always ? 'No day is left out.' : 'No holiday this year or later.'}
                  </Text>
                ) : (
                  <ShortTable
                    label={`Days of ${calendar.name}`}
                    rows={calendar.special}
                    keyOf={(day) => day.id}
                    columns={[
                      { id: 'day', label: 'Day', cell: (day) => <DateText day={day.day} /> },
                      { id: 'note', label: 'Name', cell: (day) => day.note },
                      {
                        id: 'hours',
                        label: 'Hours',
                        cell: (day) => (day.kind === 'HOLIDAY' ? dayKinds.HOLIDAY : spans(day.hours)),
                      },
                      buttonColumn<Special>('Take back', {
                        says: (day) => `Take back ${day.note}`,
                        run: (day) => void remove.run({ id: day.id }),
                        when: (day) => mayWrite && day.ahead,
                      }),
                    ]}
                  />
                )}
              </Section>
            ))}
          </Stack>
        )}
      </QueryState>
      {adding && (
        <CommandDialog
          of={contract.addDay}
          title={`Add a day to ${adding.name}`}
          text="From tomorrow on. Times that have passed stay as they were counted."
          confirm="Add day"
          start={{ calendarId: adding.id, kind: 'HOLIDAY' }}
          fields={{
            opensAt: { when: (values) => values['kind'] === 'SPECIAL' },
            closesAt: { when: (values) => values['kind'] === 'SPECIAL' },
          }}
          done="The day is added."
          onClose={() => add(null)}
        />
      )}
    </PageFrame>
  );
}
