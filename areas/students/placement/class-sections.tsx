import { addDays, formatDate, todayIst } from '@aangan/contract/period.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { formatClock } from '@aangan/web/format.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { BulkBar } from '@aangan/web/ui/bulk-bar.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { Anchor, Checkbox, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { sessionLabels } from '../student/student-look.tsx';
import { ChildName } from './child-name.tsx';
import classes from './class-board.module.css';
import { type BoardChild, type BoardSection, boardPath, type ClassBoard } from './class-look.ts';
import { placementContract } from './placement.contract.ts';

/** The sections of a class side by side; chosen children move to another one from a day on. */
export function ClassSections({ classId }: { classId: number }) {
  const { franchisee } = useSession();
  const query = useQuery(placementContract.class, { classId }, { enabled: franchisee !== null });
  return (
    <PageFrame
      title={query.data?.className ?? 'Class'}
      crumbs={[{ label: 'Classes and sections', to: '/students/detail' }]}
      context="centre-year"
    >
      {franchisee === null ? (
        <EmptyState
          title="Choose a centre first"
          help="Sections belong to one centre. Choose it in the top bar."
        />
      ) : (
        <QueryState query={query}>{(board) => <Board board={board} classId={classId} />}</QueryState>
      )}
    </PageFrame>
  );
}

function Board({ board, classId }: { board: ClassBoard; classId: number }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [target, setTarget] = useState<BoardSection | null>(null);
  const everybody = useMemo(
    () => [...board.unplaced, ...board.sections.flatMap((section) => section.children)],
    [board],
  );
  const rows = everybody.filter((child) => chosen.has(child.studentAdmissionId));
  const column = {
    board,
    chosen,
    choose: (ids: readonly string[], on: boolean) => setChosen((before) => withIds(before, ids, on)),
  };
  return (
    <>
      <div className={classes.columns}>
        {board.unplaced.length > 0 ? (
          <Column {...column} title={`No section: ${board.unplaced.length}`} of={board.unplaced} />
        ) : null}
        {board.sections.map((section) => (
          <Column
            key={section.id}
            {...column}
            title={section.name}
            to={boardPath(classId, section.id)}
            help={`${section.children.length} of ${section.capacity} · ${sessionLabels[section.daySession]}, ${formatClock(section.startsAt.slice(0, 5))}`}
            of={section.children}
          />
        ))}
      </div>
      {board.sections.length === 0 ? (
        <Text c="dimmed">
          This class has no section in this year.{' '}
          <Anchor component={Link} to="/class/details?tab=section">
            Open sections
          </Anchor>
        </Text>
      ) : null}
      <BulkBar
        rows={rows}
        actions={board.sections.map((section) => ({
          label: () => `Move to ${section.name}`,
          run: () => setTarget(section),
        }))}
        onClear={() => setChosen(new Set())}
      />
      {target ? (
        <PlaceDialog
          section={target}
          chosen={rows}
          onClose={() => setTarget(null)}
          onDone={() => setChosen(new Set())}
        />
      ) : null}
    </>
  );
}

const withIds = (before: ReadonlySet<string>, ids: readonly string[], on: boolean): ReadonlySet<string> => {
  const next = new Set(before);
  for (const id of ids)
    if (on) next.add(id);
    else next.delete(id);
  return next;
};

interface ColumnProps {
  board: ClassBoard;
  title: string;
  help?: string;
  /** The section's own roster. */
  to?: string;
  of: readonly BoardChild[];
  chosen: ReadonlySet<string>;
  choose: (ids: readonly string[], on: boolean) => void;
}

function Column({ board, title, help, to, of, chosen, choose }: ColumnProps) {
  const ids = of.map((child) => child.studentAdmissionId);
  const n = ids.filter((id) => chosen.has(id)).length;
  return (
    <Section
      title={title}
      help={help}
      flush
      actions={
        <Group gap="sm">
          {to ? (
            <Anchor component={Link} to={to} size="sm">
              Open roster
            </Anchor>
          ) : null}
          {board.can.place && ids.length > 0 ? (
            <Checkbox
              aria-label={`Choose all of ${title}`}
              checked={n === ids.length}
              indeterminate={n > 0 && n < ids.length}
              onChange={(event) => choose(ids, event.currentTarget.checked)}
            />
          ) : null}
        </Group>
      }
    >
      {of.map((child) => (
        <Child
          key={child.studentAdmissionId}
          child={child}
          planned={board.planned.find((move) => move.studentAdmissionId === child.studentAdmissionId)}
          check={
            board.can.place ? (
              <Checkbox
                aria-label={`Choose ${child.name}`}
                checked={chosen.has(child.studentAdmissionId)}
                onChange={(event) => choose([child.studentAdmissionId], event.currentTarget.checked)}
              />
            ) : null
          }
        />
      ))}
      {of.length === 0 ? (
        <Text c="dimmed" size="sm" p="md">
          No child yet
        </Text>
      ) : null}
    </Section>
  );
}

function Child({
  child,
  planned,
  check,
}: {
  child: BoardChild;
  planned: ClassBoard['planned'][number] | undefined;
  check: ReactNode;
}) {
  return (
    <div className={classes.child}>
      {check}
      <div className={classes.words}>
        <ChildName child={child} linked={check !== null} />
        <Text size="xs" c="dimmed" className="figures">
          {[child.rollNo === null ? null : `Roll ${child.rollNo}`, sessionLabels[child.daySession]]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        {planned ? (
          <Text size="xs" c="dimmed">
            To {planned.sectionName} from {formatDate(planned.from)}
          </Text>
        ) : null}
      </div>
      <Stack gap={2} align="flex-end">
        {child.hasAllergy ? <Tag tone="danger">Allergy</Tag> : null}
        {child.status === 'UPCOMING' ? <Tag tone="info">{`From ${formatDate(child.joinedOn)}`}</Tag> : null}
        {child.status === 'ON_HOLD' ? <Tag tone="warning">On hold</Tag> : null}
      </Stack>
    </div>
  );
}

/** The next Monday: sections change with the week. */
const nextMonday = (): string => {
  const today = todayIst(new Date());
  return addDays(today, (8 - new Date(`${today}T00:00:00Z`).getUTCDay()) % 7 || 7);
};

function PlaceDialog({
  section,
  chosen,
  onClose,
  onDone,
}: {
  section: BoardSection;
  chosen: readonly BoardChild[];
  onClose: () => void;
  onDone: () => void;
}) {
  // Who has no section yet may start on the first day; a class is not emptied in the middle of a week by default.
  const starts =
    chosen
      .map((child) => child.joinedOn)
      .sort()
      .at(-1) ?? '';
  const today = todayIst(new Date());
  const fresh = chosen.every((child) => child.rollNo === null);
  const from = fresh ? (starts > today ? starts : today) : nextMonday();
  const words = chosen.length === 1 ? '1 child' : `${chosen.length} children`;
  return (
    <CommandDialog
      of={placementContract.place}
      title={`Move ${words} to ${section.name}`}
      text="All of them move, or none. Registers of earlier days keep the section of their day."
      confirm="Move"
      start={{ ids: chosen.map((child) => child.studentAdmissionId), sectionId: section.id, from }}
      refresh={['class-board', 'section-roster', 'student']}
      done={({ moved, over }) => {
        onDone();
        const said = moved === 1 ? '1 child moves' : `${moved} children move`;
        return `${said} to ${section.name} from ${formatDate(from)}${over > 0 ? `; ${over} above its capacity` : ''}.`;
      }}
      onClose={onClose}
    />
  );
}
