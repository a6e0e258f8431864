import { ageOn, formatAge, formatDate, todayIst } from '@aangan/contract/period.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { formatClock } from '@aangan/web/format.ts';
import { ExportButton } from '@aangan/web/record/export-button.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PrintButton, PrintFrame } from '@aangan/web/ui/print-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { useConfirm } from '@aangan/web/ui/use-confirm.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { Avatar, Group, SegmentedControl, Stack, Table, Text } from '@mantine/core';
import { sessionLabels } from '../student/student-look.tsx';
import { ChildName } from './child-name.tsx';
import classes from './class-board.module.css';
import { boardPath, type SectionRoster } from './class-look.ts';
import { placementContract } from './placement.contract.ts';

/** The children of a section on a day, as a list or as photos; for paper and as a file too. */
export function SectionRosterScreen({
  sectionId,
  centre,
}: {
  sectionId: string;
  centre: { franchiseeId?: number };
}) {
  const [on, setOn] = useParam('on');
  const input = { sectionId, ...centre, ...(on ? { on } : {}) };
  const query = useQuery(placementContract.section, input, { keepPrevious: true });
  const renumber = useRenumber(sectionId);
  const section = query.data?.section;
  const title = section?.label ?? 'Section';
  return (
    <PageFrame
      title={title}
      count={query.data?.children.length}
      crumbs={[
        { label: 'Classes and sections', to: '/students/detail' },
        ...(section ? [{ label: section.className, to: boardPath(section.classId) }] : []),
      ]}
      context="centre-year"
      menu={[
        { label: 'Number by name', run: renumber, hidden: !query.data?.can.place },
        { label: 'Move children', to: boardPath(section?.classId ?? 0), hidden: !query.data?.can.place },
      ]}
    >
      <QueryState query={query}>
        {(roster) => (
          <PrintFrame title={title} subtitle={subtitleOf(roster)}>
            <Roster
              roster={roster}
              input={input}
              onDay={(day) => setOn(day === todayIst(new Date()) ? null : day)}
            />
          </PrintFrame>
        )}
      </QueryState>
    </PageFrame>
  );
}

const subtitleOf = ({ section, on }: SectionRoster): string =>
  [
    formatDate(on),
    sessionLabels[section.daySession],
    `${formatClock(section.startsAt.slice(0, 5))} to ${formatClock(section.endsAt.slice(0, 5))}`,
  ]
    .filter(Boolean)
    .join(' · ');

function useRenumber(sectionId: string) {
  const ask = useConfirm();
  const command = useCommand(placementContract.renumber, {
    refresh: ['class-board', 'student'],
    onDone: ({ children }) => notice.ok(`${children} roll numbers are given anew.`),
    onError: (error) => notice.error(error),
  });
  return async () => {
    const sure = await ask({
      title: 'Number the children by name?',
      text: 'Every child of the section gets a new roll number, 1, 2, 3 … in the order of their names.',
      confirm: 'Number by name',
    });
    if (sure) await command.run({ sectionId });
  };
}

interface RosterProps {
  roster: SectionRoster;
  input: Record<string, unknown>;
  onDay: (day: string) => void;
}

function Roster({ roster, input, onDay }: RosterProps) {
  const [view, setView] = useParam('view');
  return (
    <Stack gap="md">
      <Group className="no-print" justify="space-between">
        <Group>
          <FieldInput
            kind="date"
            label="Day"
            bare
            value={roster.on}
            onChange={(day) => {
              if (typeof day === 'string') onDay(day);
            }}
          />
          <SegmentedControl
            aria-label="View"
            value={view === 'photos' ? 'photos' : 'list'}
            onChange={(value) => setView(value === 'photos' ? 'photos' : null)}
            data={[
              { value: 'list', label: 'List' },
              { value: 'photos', label: 'Photos' },
            ]}
          />
        </Group>
        <Group>
          <ExportButton endpoint={placementContract.export} input={input} />
          <PrintButton />
        </Group>
      </Group>
      <Text c="dimmed" size="sm" className="no-print">
        {subtitleOf(roster)} · {roster.children.length} of {roster.section.capacity}
      </Text>
      {roster.children.length === 0 ? (
        <EmptyState
          title="No child on this day"
          help="Children are moved to a section on the page of their class."
          action={{ label: 'Open the class', to: boardPath(roster.section.classId) }}
        />
      ) : view === 'photos' ? (
        <Photos roster={roster} />
      ) : (
        <List roster={roster} />
      )}
    </Stack>
  );
}

function List({ roster }: { roster: SectionRoster }) {
  return (
    <Section flush>
      <Table.ScrollContainer minWidth={560}>
        <Table verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={60}>Roll</Table.Th>
              <Table.Th>Child</Table.Th>
              <Table.Th>Age</Table.Th>
              <Table.Th>Parent</Table.Th>
              <Table.Th>Care</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {roster.children.map((child) => (
              <Table.Tr key={child.studentAdmissionId}>
                <Table.Td className="figures">{child.rollNo ?? '–'}</Table.Td>
                <Table.Td>
                  <Group gap="sm" wrap="nowrap">
                    <Avatar src={child.photoUrl} name={child.name} size={32} alt="" />
                    <div>
                      <ChildName child={child} linked={roster.can.place} />
                      <Text size="xs" c="dimmed">
                        {child.admissionNo}
                      </Text>
                    </div>
                  </Group>
                </Table.Td>
                <Table.Td>{ageText(child.dateOfBirth, roster.on)}</Table.Td>
                <Table.Td>
                  <Text size="sm">{child.guardianName ?? '–'}</Text>
                  <Text size="xs" c="dimmed" className="figures">
                    {child.guardianMobile}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <Marks child={child} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Section>
  );
}

const ageText = (dateOfBirth: string, on: string): string => {
  const age = ageOn(dateOfBirth, on);
  return age ? formatAge(age) : '–';
};

function Marks({ child }: { child: SectionRoster['children'][number] }) {
  return (
    <Group gap={4}>
      {child.hasAllergy ? <Tag tone="danger">Allergy</Tag> : null}
      {child.status === 'ON_HOLD' ? <Tag tone="warning">On hold</Tag> : null}
    </Group>
  );
}

function Photos({ roster }: { roster: SectionRoster }) {
  return (
    <Section>
      <div className={classes.wall}>
        {roster.children.map((child) => (
          <div key={child.studentAdmissionId} className={classes.picture}>
            <Avatar src={child.photoUrl} name={child.name} size={84} alt="" />
            <Text size="xs" c="dimmed" className="figures">
              {child.rollNo === null ? '–' : `Roll ${child.rollNo}`}
            </Text>
            <ChildName child={child} linked={roster.can.place} />
            <Marks child={child} />
          </div>
        ))}
      </div>
    </Section>
  );
}
