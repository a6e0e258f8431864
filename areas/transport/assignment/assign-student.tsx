// /transport/assign-bus-route-to-student and /transport/edit-assign-bus-route-to-student/{assinedID}.
import { addDays, todayIst } from '@aangan/contract/period.ts';
import { weekdaysOf } from '@aangan/contract/weekday.ts';
import { call } from '@aangan/web/api/call.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandForm } from '@aangan/web/form/command-form.tsx';
import { HistoryPanel } from '@aangan/web/record/history-panel.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { DateText } from '@aangan/web/ui/values.tsx';
import { Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { ASSIGNED, type AssignmentRow, EndSeat } from './assigned-students.tsx';
import { routeAssignmentContract as contract } from './route-assignment.contract.ts';
import { directionLabels } from './route-assignment.states.ts';
import { StopChoice } from './stop-choice.tsx';

const crumbs = [{ label: 'Students on routes', to: ASSIGNED }];
const searchChildren = async (q: string) => (await call(contract.children, { q })).rows;
const seatNames = ['routeId', 'direction', 'days', 'fromOn', 'toOn', 'stopId'] as const;
const WEEK = weekdaysOf(31);
const REFRESH = ['route-assignment'];

export function AssignStudent() {
  const navigate = useNavigate();
  const { franchisee } = useSession();
  if (franchisee === null)
    return (
      <PageFrame title="Assign bus route" context="centre-year" crumbs={crumbs}>
        <EmptyState title="Choose a centre first" help="A seat is given in one centre and year." />
      </PageFrame>
    );
  return (
    <PageFrame title="Assign bus route" context="centre-year" crumbs={crumbs}>
      <CommandForm
        of={contract.assign}
        start={{ direction: 'BOTH', days: WEEK, fromOn: todayIst(Date.now()) }}
        fields={{
          studentId: {
            kind: 'reference',
            search: searchChildren,
            placeholder: 'Name or admission number',
          },
          stopId: { as: (props) => <StopChoice {...props} /> },
        }}
        groups={[
          { title: 'Child', names: ['studentId'] },
          { title: 'Seat', names: seatNames },
        ]}
        confirm="Assign seat"
        will="The child rides from the first day on"
        refresh={REFRESH}
        done="The seat is taken."
        onDone={() => void navigate(ASSIGNED)}
      />
    </PageFrame>
  );
}

export function ChangeAssignment() {
  const { assinedID = '' } = useParams();
  const query = useQuery(contract.get, { id: assinedID }, { fresh: 0 });
  const [ending, end] = useState(false);
  const row = query.data;
  return (
    <PageFrame
      title={row?.child ?? 'Bus route of a student'}
      context="centre-year"
      crumbs={crumbs}
      menu={[{ label: 'End seat', danger: true, hidden: row?.can.end !== true, run: () => end(true) }]}
    >
      <QueryState query={query}>
        {(known) => (
          <Stack gap="md">
            <Group>
              <StatusTag area="route-assignment" state={known.state} />
            </Group>
            <SeatFacts row={known} />
            {known.can.edit && <ChangeSeat row={known} />}
            <HistoryPanel kind="route-assignment" id={known.id} />
          </Stack>
        )}
      </QueryState>
      {row && ending && <EndSeat row={row} onClose={() => end(false)} />}
    </PageFrame>
  );
}

const SeatFacts = ({ row }: { row: AssignmentRow }) => (
  <Facts
    items={[
      { label: 'Admission no.', value: row.admissionNo },
      { label: 'Class', value: row.className, hidden: !row.className },
      { label: 'Route', value: row.route },
      { label: 'Stop', value: row.stop },
      { label: 'Direction', value: directionLabels[row.direction] },
      { label: 'Days', value: row.days },
      { label: 'From', value: <DateText day={row.fromOn} /> },
      { label: 'To', value: <DateText day={row.toOn} /> },
      { label: 'Seats taken', value: row.seats },
      { label: 'Service', value: row.service, hidden: !row.service },
      { label: 'Held until', value: <DateText day={row.holdUntil} />, hidden: !row.holdUntil },
    ]}
  />
);

function ChangeSeat({ row }: { row: AssignmentRow }) {
  const navigate = useNavigate();
  const tomorrow = addDays(todayIst(Date.now()), 1);
  return (
    <CommandForm
      key={row.version}
      of={contract.change}
      start={{
        id: row.id,
        routeId: row.routeId,
        direction: row.direction,
        days: weekdaysOf(row.daysMask),
        stopId: row.stopId,
        fromOn: row.fromOn > tomorrow ? row.fromOn : tomorrow,
        toOn: row.toOn,
      }}
      ifMatch={row.version}
      fields={{ stopId: { as: (props) => <StopChoice {...props} without={row.id} /> } }}
      groups={[
        {
          title: 'Change seat',
          help: 'Holds from the first day below; the days before stay as they were.',
          names: seatNames,
        },
      ]}
      confirm="Change seat"
      refresh={REFRESH}
      done="Changed."
      onDone={() => void navigate(ASSIGNED)}
    />
  );
}
