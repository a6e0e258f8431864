import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandForm } from '@aangan/web/form/command-form.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { icon } from '@aangan/web/ui/icon.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { Alert, Anchor, Drawer, List, Select, Stack, Tabs, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { CannedReplies, Categories } from '../category/category-tabs.tsx';
import { Groups } from '../group/groups.tsx';
import { WorkingHours } from '../hours/working-hours.tsx';
import { departments, priorityLabels, workingTime } from '../ticket-words.ts';
import { matrixContract as contract, type MatrixRow } from './matrix.contract.ts';
import { pickersOf } from './matrix-form.tsx';

const TABS = {
  matrix: 'Matrix',
  categories: 'Categories',
  groups: 'Groups',
  replies: 'Canned replies',
  hours: 'Working hours',
} as const;

/** /ticketing-bees/matrix-list: who answers what by when, and what the matrix is made of. */
export function MatrixList() {
  const [tab, open] = useParam('tab');
  const chosen = tab !== null && tab in TABS ? (tab as keyof typeof TABS) : 'matrix';
  const tabs = (
    <Tabs value={chosen} onChange={open} mb="md">
      <Tabs.List>
        {Object.entries(TABS).map(([key, label]) => (
          <Tabs.Tab key={key} value={key}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  );
  if (chosen === 'categories') return <Categories tabs={tabs} />;
  if (chosen === 'groups') return <Groups tabs={tabs} />;
  if (chosen === 'replies') return <CannedReplies tabs={tabs} />;
  if (chosen === 'hours') return <WorkingHours tabs={tabs} />;
  return <Matrix tabs={tabs} />;
}

/** 'LOGISTICS · Kit · High · West', without what a row leaves open. */
export const rowName = (row: MatrixRow): string =>
  [row.department, row.category, row.priority && priorityLabels[row.priority], row.zone]
    .filter(Boolean)
    .join(' · ');

function Matrix({ tabs }: { tabs: ReactNode }) {
  const query = useQuery(contract.list, {});
  const [department, choose] = useParam('department');
  const [testing, test] = useState(false);
  const mayWrite = useSession().holds(contract.create.module, true);
  const add = { label: 'Add row', to: '/ticketing-bees/create-matrix', icon: <IconPlus {...icon} /> };
  return (
    <PageFrame
      title="Ticket matrix"
      count={query.data?.rows.length}
      primary={mayWrite ? add : undefined}
      menu={[{ label: 'Test a ticket', run: () => test(true) }]}
    >
      {tabs}
      <QueryState query={query}>
        {({ rows, gaps }) => (
          <Stack gap="md">
            <Select
              label="Department"
              placeholder="All departments"
              data={[...departments]}
              value={department}
              onChange={choose}
              clearable
              maw={320}
            />
            <Rows rows={rows.filter((row) => department === null || row.department === department)} />
            <Gaps gaps={gaps.filter((gap) => department === null || gap.startsWith(`${department} has`))} />
          </Stack>
        )}
      </QueryState>
      {testing && <TestTicket onClose={() => test(false)} />}
    </PageFrame>
  );
}

const Person = ({ of }: { of: MatrixRow['l1'] }) => (
  <>
    {of?.name ?? '–'}
    {of && !of.active && <Tag tone="danger">inactive user</Tag>}
  </>
);

const Rows = ({ rows }: { rows: readonly MatrixRow[] }) => (
  <Section flush>
    <ShortTable
      label="Matrix"
      rows={rows}
      keyOf={(row) => row.id}
      minWidth={1080}
      columns={[
        {
          id: 'department',
          label: 'Department',
          cell: (row) => (
            <Anchor component={Link} to={`/ticketing-bees/editTicketMatrix/${row.id}`}>
              {row.department}
            </Anchor>
          ),
          second: (row) => (row.isDefault ? 'Default row' : null),
        },
        { id: 'category', label: 'Category', cell: (row) => row.category ?? 'All' },
        {
          id: 'priority',
          label: 'Priority',
          cell: (row) => (row.priority ? priorityLabels[row.priority] : 'All'),
        },
        { id: 'zone', label: 'Zone', cell: (row) => row.zone ?? 'All' },
        { id: 'group', label: 'Group', cell: (row) => row.group },
        { id: 'l1', label: 'Level 1', cell: (row) => <Person of={row.l1} /> },
        { id: 'l2', label: 'Level 2', cell: (row) => <Person of={row.l2} /> },
        { id: 'l3', label: 'Level 3', cell: (row) => <Person of={row.l3} /> },
        { id: 'response', label: 'First answer', cell: (row) => workingTime(row.responseMin) },
        { id: 'resolution', label: 'Resolution', cell: (row) => workingTime(row.resolutionMin) },
        { id: 'calendar', label: 'Working hours', cell: (row) => row.calendar },
      ]}
    />
  </Section>
);

const Gaps = ({ gaps }: { gaps: readonly string[] }) =>
  gaps.length === 0 ? null : (
    <Section title="Without times of their own">
      <List size="sm">
        {gaps.map((gap) => (
          <List.Item key={gap}>{gap}</List.Item>
        ))}
      </List>
    </Section>
  );

/** Values of a ticket, and the row it would take. */
function TestTicket({ onClose }: { onClose: () => void }) {
  const choices = useQuery(contract.choices, {});
  const [found, show] = useState<{ row: MatrixRow; why: string; beaten: number } | null>(null);
  return (
    <Drawer opened onClose={onClose} position="right" size="lg" title="Test a ticket">
      <QueryState query={choices}>
        {(data) => (
          <Stack gap="md">
            <CommandForm
              of={contract.test}
              start={{ priority: 'MEDIUM' }}
              fields={{ categoryId: pickersOf(data).categoryId }}
              confirm="Find the row"
              done={({ row }) => `${rowName(row)} answers.`}
              onDone={show}
              onCancel={onClose}
            />
            {found && (
              <Alert title={rowName(found.row)}>
                <Text>{found.why}</Text>
                <Text className="quiet">
                  {found.beaten === 0
                    ? 'No other row fits.'
                    : `${found.beaten} other rows fit and count less.`}
                </Text>
                <Facts
                  items={[
                    { label: 'Group', value: found.row.group },
                    { label: 'First answer', value: workingTime(found.row.responseMin) },
                    { label: 'Resolution', value: workingTime(found.row.resolutionMin) },
                    { label: 'Working hours', value: found.row.calendar },
                  ]}
                />
              </Alert>
            )}
          </Stack>
        )}
      </QueryState>
    </Drawer>
  );
}
