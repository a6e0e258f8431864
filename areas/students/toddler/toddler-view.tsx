import { useQuery } from '@aangan/web/api/use-query.ts';
import { MonthGrid } from '@aangan/web/calendar/month-grid.tsx';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { formatClock } from '@aangan/web/format.ts';
import { type Column, textColumn } from '@aangan/web/table/column.tsx';
import { buttonColumn, ShortTable } from '@aangan/web/table/short-table.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section, TwoColumns } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { DateText } from '@aangan/web/ui/values.tsx';
import { SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useParams } from 'react-router';
import { toddlerContract } from './toddler.contract.ts';
import { programmeDays } from './toddler.states.ts';
import { type ToddlerChild, type ToddlerPlace, toddlerPaths } from './toddler-look.tsx';
import { ToddlerSearch } from './toddler-search.tsx';

const crumbs = [{ label: 'Mother toddler programme', to: toddlerPaths.list }];
type Step = { place: ToddlerPlace; what: 'stop' | 'cancel' };

/** /mother-toddler-program/view-student-class/{studentID?}: places so far, the days a child came, what is left. */
export function ViewToddler() {
  const { studentID } = useParams();
  return studentID ? (
    <Child id={studentID} />
  ) : (
    <PageFrame title="Class of a toddler" crumbs={crumbs} context="centre-year">
      <ToddlerSearch to={toddlerPaths.view} />
    </PageFrame>
  );
}

function Child({ id }: { id: string }) {
  const query = useQuery(toddlerContract.child, { id }, { fresh: 0 });
  const child = query.data;
  const place = child && current(child);
  return (
    <PageFrame
      title={child?.name ?? 'Class of a toddler'}
      crumbs={crumbs}
      context="centre-year"
      primary={
        child?.can['assign']
          ? {
              label: place ? 'Renew' : 'Assign a class',
              to: toddlerPaths.assign(child.studentId, child.enrolmentId),
            }
          : undefined
      }
      menu={
        child
          ? [{ label: 'Change', to: toddlerPaths.edit(child.studentId), hidden: !place?.can['change'] }]
          : []
      }
    >
      <QueryState query={query}>{(found) => <Sheet child={found} />}</QueryState>
    </PageFrame>
  );
}

const current = (child: ToddlerChild): ToddlerPlace | undefined =>
  child.assignments.find((one) => one.status === 'RUNNING') ??
  child.assignments.find((one) => one.status === 'SCHEDULED');

const columns: Column<ToddlerPlace>[] = [
  textColumn('batch', 'Batch', (one) => one.batch, { second: (one) => one.companion ?? undefined }),
  textColumn('days', 'Days', (one) => one.days.map((day) => programmeDays[day]).join(', '), {
    second: (one) => `${formatClock(one.slotFrom)} to ${formatClock(one.slotTo)}`,
  }),
  {
    id: 'dates',
    label: 'From, until',
    cell: (one) => (
      <>
        <DateText day={one.fromOn} /> – <DateText day={one.toOn} />
      </>
    ),
  },
  textColumn('used', 'Sessions', (one) => `${one.used} of ${one.total}`),
  {
    id: 'state',
    label: 'Status',
    cell: (one) => <StatusTag area="toddler" state={one.status} />,
    second: (one) => one.stopReason ?? undefined,
  },
];

function Sheet({ child }: { child: ToddlerChild }) {
  const [asked, setAsked] = useState<Step | null>(null);
  const place = current(child);
  return (
    <TwoColumns
      main={
        <Stack gap="md">
          <Section title="Places" flush>
            {child.assignments.length === 0 ? (
              <EmptyState title="No class yet" help="Assign a batch, days and sessions." />
            ) : (
              <ShortTable
                label="Places of the child"
                rows={child.assignments}
                keyOf={(one) => one.id}
                minWidth={760}
                columns={[
                  ...columns,
                  buttonColumn('Stop', {
                    says: (one: ToddlerPlace) => `Stop the place in ${one.batch}`,
                    run: (one: ToddlerPlace) => setAsked({ place: one, what: 'stop' }),
                    when: (one: ToddlerPlace) => one.can['stop'] === true,
                  }),
                  buttonColumn('Cancel', {
                    says: (one: ToddlerPlace) => `Cancel the place in ${one.batch}`,
                    run: (one: ToddlerPlace) => setAsked({ place: one, what: 'cancel' }),
                    when: (one: ToddlerPlace) => one.can['cancel'] === true,
                  }),
                ]}
              />
            )}
          </Section>
          <Came child={child} />
          {asked ? <EndDialog {...asked} onClose={() => setAsked(null)} /> : null}
        </Stack>
      }
      rail={
        <Section title="Sessions">
          <Facts
            items={[
              { label: 'Class', value: child.className },
              { label: 'Age', value: `${child.ageMonths} months` },
              { label: 'Turns two', value: <DateText day={child.ageOutOn} /> },
              { label: 'Used', value: place ? `${place.used} of ${place.total}` : '–' },
              { label: 'Left', value: place ? String(Math.max(0, place.total - place.used)) : '–' },
            ]}
          />
        </Section>
      }
    />
  );
}

const codes: Readonly<Record<string, { word: string; tint: string }>> = {
  P: { word: 'Present', tint: 'var(--a-success-tint)' },
  LATE: { word: 'Late', tint: 'var(--a-success-tint)' },
  EARLY: { word: 'Left early', tint: 'var(--a-success-tint)' },
  HD: { word: 'Half day', tint: 'var(--a-success-tint)' },
  A: { word: 'Absent', tint: 'var(--a-danger-tint)' },
  L: { word: 'Leave', tint: 'var(--a-neutral-tint)' },
};

/** The registers of the last three months that have any. */
function Came({ child }: { child: ToddlerChild }) {
  const months = [...new Set(child.came.map((one) => one.day.slice(0, 7)))].slice(-3);
  const marks = new Map(child.came.map((one) => [one.day, codes[one.code]]));
  return (
    <Section title="Days">
      {months.length === 0 ? (
        <Text c="dimmed">No register has this child yet.</Text>
      ) : (
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
          {months.map((month) => (
            <Stack key={month} gap={4}>
              <Text size="sm" fw={600}>
                {`${month.slice(5)}-${month.slice(0, 4)}`}
              </Text>
              <MonthGrid
                month={month}
                cell={(day) => {
                  const mark = marks.get(day);
                  return mark
                    ? { content: mark.word.slice(0, 1), says: mark.word, background: mark.tint }
                    : null;
                }}
              />
            </Stack>
          ))}
        </SimpleGrid>
      )}
    </Section>
  );
}

function EndDialog({ place, what, onClose }: Step & { onClose: () => void }) {
  const shared = {
    start: { id: place.id },
    ifMatch: place.version,
    refresh: ['toddler'],
    danger: true,
    onClose,
  };
  return what === 'stop' ? (
    <CommandDialog
      {...shared}
      of={toddlerContract.stop}
      title={`Stop the place in ${place.batch} today?`}
      text={`${place.total - place.used} sessions are not used.`}
      confirm="Stop place"
      done="The place is stopped."
    />
  ) : (
    <CommandDialog
      {...shared}
      of={toddlerContract.cancel}
      title={`Cancel the place in ${place.batch}?`}
      confirm="Cancel place"
      done="The place is cancelled."
    />
  );
}
