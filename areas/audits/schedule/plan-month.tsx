import { type Day, endOfMonth, formatDate, todayIst } from '@aangan/contract/period.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { MonthGrid } from '@aangan/web/calendar/month-grid.tsx';
import { MonthSteps, useMonth } from '@aangan/web/calendar/month-steps.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section, TwoColumns } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import '../audits-look.tsx';
import { amsScheduleContract as contract } from './ams-schedule.contract.ts';
import { PlaceVisit } from './place-visit.tsx';
import { type Month, SCHEDULE_REFRESH } from './planned-month.ts';
import { VisitLine } from './visit-line.tsx';

/** /amsv1/createViewSchedule: one's own month; click a day to plan a visit. */
export function PlanMonth() {
  const [month, choose] = useMonth();
  const query = useQuery(contract.month, { month });
  return (
    <PageFrame title="Plan visits">
      <Stack gap="md">
        <MonthSteps month={month} last={null} onChange={choose} />
        <QueryState query={query}>{(data) => <Planner key={month} month={month} data={data} />}</QueryState>
      </Stack>
    </PageFrame>
  );
}

function Planner({ month, data }: { month: string; data: Month }) {
  const [picked, pick] = useState<Day | null>(null);
  if (data.amAllocationId === null)
    return (
      <EmptyState
        title="You are no academic manager in this month."
        help="Academic managers plan the visits of their own centres. Head office allocates them."
      />
    );
  const today = todayIst(serverNow());
  const first: Day = `${month}-01`;
  const offWhy = new Map(data.off.map(({ on, why }) => [on, why]));
  const cell = (day: Day) => {
    const there = data.visits.filter(({ plannedOn }) => plannedOn === day);
    const why = offWhy.get(day);
    if (there.length > 0)
      return {
        content: <span>{there.length === 1 ? '1 visit' : `${there.length} visits`}</span>,
        says: there.map(({ centre }) => centre).join(', '),
        background: 'var(--mantine-color-blue-light)',
      };
    return why === undefined ? null : { says: why, background: 'var(--mantine-color-gray-light)' };
  };
  return (
    <>
      <TwoColumns
        main={
          <Stack gap="md">
            <ScheduleHead data={data} />
            <Section
              title="Days"
              {...(data.can['plan'] ? { help: 'Choose a day to plan a visit. No visits on grey days.' } : {})}
            >
              <MonthGrid
                month={month}
                cell={cell}
                from={today > first ? today : first}
                to={endOfMonth(first)}
                {...(data.can['plan'] ? { onPick: ([day]) => pick(day ?? null) } : {})}
              />
            </Section>
            <Section title="Visits">
              {data.visits.length === 0 ? (
                <Text size="sm" className="quiet">
                  No visit is planned yet.
                </Text>
              ) : (
                <Stack gap="md">
                  {data.visits.map((visit) => (
                    <VisitLine key={visit.id} visit={visit} removable={data.can['plan'] === true} />
                  ))}
                </Stack>
              )}
            </Section>
          </Stack>
        }
        rail={<NeedList centres={data.centres} />}
      />
      {picked && <PlaceVisit day={picked} data={data} onClose={() => pick(null)} />}
    </>
  );
}

/** What the centres still need in the cycle. */
function NeedList({ centres }: { centres: Month['centres'] }) {
  return (
    <Section
      title="Visits needed this cycle"
      help="A centre’s category at the start of the cycle says how many."
    >
      <Stack gap="sm">
        {centres.length === 0 && <Text size="sm">No centre is allocated to you in this month.</Text>}
        {centres.map((centre) => (
          <div key={centre.id}>
            <Text size="sm" fw={500}>
              {centre.label}
            </Text>
            <Text size="sm" className="quiet">
              {centre.category === 'NEW' ? 'New centre' : `Category ${centre.category}`} ·{' '}
              {centre.lastOn ? `last visit ${formatDate(centre.lastOn)}` : 'not visited yet'}
            </Text>
            {centre.types.map((type) => (
              <Text key={type.id} size="sm" {...(type.met < type.need ? { fw: 500 } : {})}>
                {`${type.name}: ${type.need} needed, ${type.met} done or planned`}
              </Text>
            ))}
          </div>
        ))}
      </Stack>
    </Section>
  );
}

function ScheduleHead({ data: { schedule, can, visits } }: { data: Month }) {
  const common = {
    refresh: SCHEDULE_REFRESH,
    onError: (error: Parameters<typeof notice.error>[0]) => notice.error(error),
  };
  const submit = useCommand(contract.submit, {
    ...common,
    onDone: () => notice.ok('Submitted to the zone manager'),
  });
  const recall = useCommand(contract.recall, { ...common, onDone: () => notice.ok('Taken back') });
  if (schedule === null) return null;
  return (
    <Section title="Schedule">
      <Stack gap="sm">
        <Group gap="sm">
          <StatusTag area="ams-schedule" state={schedule.status} />
          <Text size="sm">{visits.length === 1 ? 'One visit' : `${visits.length} visits`}</Text>
          {can['submit'] && (
            <Button
              size="xs"
              loading={submit.running}
              onClick={() => void submit.run({ id: schedule.id }, { ifMatch: schedule.version })}
            >
              Submit
            </Button>
          )}
          {can['recall'] && (
            <Button
              size="xs"
              variant="default"
              loading={recall.running}
              onClick={() => void recall.run({ id: schedule.id }, { ifMatch: schedule.version })}
            >
              Take back
            </Button>
          )}
        </Group>
        {schedule.status === 'RETURNED' && schedule.note && (
          <Alert color="warning" variant="light">
            Returned: {schedule.note}
          </Alert>
        )}
      </Stack>
    </Section>
  );
}
