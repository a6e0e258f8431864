import type { InputOf, OutputOf } from '@aangan/contract/endpoint.ts';
import { todayIst } from '@aangan/contract/period.ts';
import { newId } from '@aangan/web/api/new-id.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { isAway, useQuery } from '@aangan/web/api/use-query.ts';
import { UnsavedGuard } from '@aangan/web/form/unsaved-guard.tsx';
import { formatClock, formatDay, formatTime } from '@aangan/web/format.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { ErrorState } from '@aangan/web/ui/error-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { TextSkeleton } from '@aangan/web/ui/skeletons.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { attendanceContract } from './attendance.contract.ts';
import classes from './attendance.module.css';
import { attendanceCodes, countCodes, sumOf, TEACHER_UNTIL } from './attendance-codes.ts';
import { ChildRow, codeOfKey, lettersText, type Marked, markedOf } from './child-row.tsx';
import { registerLink } from './register-link.ts';
import { keepRegister, keptRegisters, type Register } from './today-roster.tsx';

const crumbs = [{ label: 'Attendance', to: '/attendance/give-attendance' }];

type Saved = OutputOf<typeof attendanceContract.save>;
/** What another device marked meanwhile, and what was marked here. */
type Conflict = Saved['results'][number] & { own: Marked };

/** One register; without a network the one that this device keeps of today. */
export function RegisterScreen({ sectionId, onDate }: { sectionId: string; onDate: string }) {
  const query = useQuery(attendanceContract.register, { sectionId, onDate }, { fresh: 0 });
  const [kept, setKept] = useState<Register | null>(null);
  const away = !query.data && isAway(query);
  useEffect(() => {
    if (away)
      void keptRegisters(onDate).then((all) =>
        setKept(all.find(({ section }) => section.id === sectionId) ?? null),
      );
  }, [away, onDate, sectionId]);
  useEffect(() => {
    if (query.data) void keepRegister(query.data, todayIst(serverNow()));
  }, [query.data]);
  const register = query.data ?? kept;
  // Above the rows: they are drawn anew when the server's marks come.
  const [conflicts, setConflicts] = useState<readonly Conflict[]>([]);
  return (
    <PageFrame
      title={register ? `${register.section.label}, ${formatDay(onDate)}` : 'Register'}
      crumbs={crumbs}
      context="centre"
    >
      {register ? (
        <>
          <Conflicts register={register} conflicts={conflicts} settle={setConflicts} />
          <RegisterRows
            key={`${register.section.id} ${onDate} ${register.rows.map(({ version }) => version).join()}`}
            register={register}
            away={!query.data}
            conflict={setConflicts}
          />
        </>
      ) : query.error ? (
        <ErrorState error={query.error} retry={() => void query.refetch()} />
      ) : (
        <TextSkeleton />
      )}
    </PageFrame>
  );
}

interface RowsProps {
  register: Register;
  away: boolean;
  conflict: (rows: readonly Conflict[]) => void;
}

function RegisterRows({ register, away, conflict }: RowsProps) {
  const { section, onDate, rows, closed, can } = register;
  const [marks, setMarks] = useState(() => new Map(rows.map((row) => [row.enrolmentId, markedOf(row)])));
  const [touched, setTouched] = useState(false);
  const navigate = useNavigate();
  const save = useSave(register, marks, conflict, () => {
    setTouched(false);
    void navigate('/attendance/give-attendance');
  });
  if (closed !== null)
    return (
      <EmptyState
        title={closed}
        help="There is no register on this day."
        action={{ label: 'Attendance', to: crumbs[0]?.to }}
      />
    );
  if (rows.length === 0)
    return (
      <EmptyState
        title="No children on this day"
        help="Children appear from the day of their placement on."
      />
    );

  const mark = (enrolmentId: string, change: Partial<Marked>) => {
    setTouched(true);
    setMarks((now) =>
      new Map(now).set(enrolmentId, { ...(now.get(enrolmentId) ?? markedOf(null)), ...change }),
    );
  };
  const ops = rows.flatMap((row) => {
    const now = marks.get(row.enrolmentId) ?? markedOf(row);
    return row.code !== null && same(now, markedOf(row)) ? [] : [opOf(row.enrolmentId, now, row.version)];
  });
  // Whoever marks sees what will be sent; whoever reads, what stands.
  const counts = countCodes(
    can['save']
      ? [...marks.values()].map(({ code }) => code)
      : rows.flatMap(({ code }) => (code ? [code] : [])),
  );
  const submitted = register.status === 'SUBMITTED';
  const send = () => {
    const changed = ops.length > 0 || !submitted;
    if (changed) void save.run({ sectionId: section.id, onDate, ops, submit: true });
  };
  return (
    <Stack gap="md">
      <UnsavedGuard guards={() => touched && can['save'] === true} />
      {away && (
        <Alert color="warning" variant="light">
          No network. What you mark is sent once, by itself, when it is back.
        </Alert>
      )}
      {can['requestCorrection'] && (
        <Alert color="info" variant="light">
          {lockedText(register)}
        </Alert>
      )}
      <Section
        title={`${formatClock(section.startsAt)} – ${formatClock(section.endsAt)}`}
        help={
          can['save'] && (
            <>
              <Text span inherit visibleFrom="sm">
                Keys:{' '}
              </Text>
              {lettersText}
            </>
          )
        }
        flush
        actions={
          <Group gap="xs">
            {submitted && <Tag tone="success">Submitted</Tag>}
            {can['save'] && (
              <Button
                variant="default"
                onClick={() => {
                  for (const row of rows) mark(row.enrolmentId, { code: row.leave ? 'L' : 'P' });
                }}
              >
                All present
              </Button>
            )}
          </Group>
        }
      >
        {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the focused row inside */}
        <div onKeyDown={(event) => onKey(event, mark)}>
          {rows.map((row) => (
            <ChildRow
              key={row.enrolmentId}
              row={row}
              marked={marks.get(row.enrolmentId) ?? markedOf(row)}
              mayMark={can['save'] === true}
              mark={(change) => mark(row.enrolmentId, change)}
            />
          ))}
        </div>
        <div className={classes.strip}>
          <Text className="figures" aria-live="polite">
            {sumOf(rows.length, counts)}
          </Text>
          {can['save'] && (
            <Button onClick={send} loading={save.running} disabled={submitted && ops.length === 0}>
              {submitted ? 'Save changes' : 'Submit'}
            </Button>
          )}
        </div>
      </Section>
    </Stack>
  );
}

/** Why nothing can be marked any more, and who can. */
function lockedText({ status, onDate }: Register): string {
  if (status !== 'SUBMITTED' && onDate === todayIst(serverNow()))
    return `Not submitted by ${formatClock(TEACHER_UNTIL)}. Your centre head can still mark this register.`;
  return 'This day is closed for changes. Open a child to request a correction.';
}

const same = (a: Marked, b: Marked): boolean => JSON.stringify(a) === JSON.stringify(b);

const opOf = (
  enrolmentId: string,
  marked: Marked,
  baseVersion: number,
): InputOf<typeof attendanceContract.save>['ops'][number] => ({
  opId: newId(),
  enrolmentId,
  ...marked,
  note: marked.note?.trim() || null,
  baseVersion,
  atDevice: new Date(serverNow()).toISOString(),
});

function useSave(
  register: Register,
  marks: ReadonlyMap<string, Marked>,
  conflict: RowsProps['conflict'],
  left: () => void,
) {
  const { section, onDate } = register;
  return useCommand(attendanceContract.save, {
    refresh: ['attendance'],
    waits: {
      title: `Attendance ${section.label}, ${formatDay(onDate)}`,
      link: registerLink(section.id, onDate),
      onKept: () => {
        notice.ok('No network: the register waits on this device and is sent once.');
        left();
      },
    },
    onDone: (saved) => {
      conflict(
        saved.results.flatMap((one) => {
          const own = marks.get(one.enrolmentId);
          return one.outcome === 'CONFLICT' && own ? [{ ...one, own }] : [];
        }),
      );
      notice.ok(wordsOf(section.label, saved));
    },
    onError: (error) => notice.error(error),
  });
}

/** "Nursery A submitted: 16 present, 2 absent. Parents of 1 absent child will be told at 09:30." */
function wordsOf(label: string, { status, counts, unmarked, told, toldAt }: Saved): string {
  const present = counts.P + counts.LATE + counts.EARLY + counts.HD;
  const head = `${label} ${status === 'SUBMITTED' ? 'submitted' : 'saved'}: ${present} present, ${counts.A} absent.`;
  if (unmarked > 0) return `${head} ${unmarked} children are not marked.`;
  if (told === 0 || !toldAt) return head;
  return `${head} Parents of ${told} absent ${told === 1 ? 'child' : 'children'} will be told at ${formatTime(toldAt)}.`;
}

/** Another device marked the child meanwhile: both values stand here until somebody chooses. */
function Conflicts({
  register,
  conflicts,
  settle,
}: {
  register: Register;
  conflicts: readonly Conflict[];
  settle: RowsProps['conflict'];
}) {
  const choose = useCommand(attendanceContract.save, {
    refresh: ['attendance'],
    onError: (error) => notice.error(error),
  });
  const drop = (opId: string) => settle(conflicts.filter((one) => one.opId !== opId));
  return conflicts.map((one) => {
    const { own } = one;
    const name = register.rows.find((row) => row.enrolmentId === one.enrolmentId)?.name ?? '';
    if (one.code === null) return null;
    const { sectionId, onDate } = { sectionId: register.section.id, onDate: register.onDate };
    const use = async () => {
      const ops = [opOf(one.enrolmentId, own, one.version)];
      if (await choose.run({ sectionId, onDate, ops, submit: false })) drop(one.opId);
    };
    return (
      <Alert key={one.opId} color="warning" variant="light" title={name}>
        <Group justify="space-between">
          {`${one.by ?? 'Another device'} marked ${attendanceCodes[one.code]}; you marked ${attendanceCodes[own.code]}.`}
          <Group gap="xs">
            <Button
              variant="default"
              onClick={() => drop(one.opId)}
            >{`Keep ${attendanceCodes[one.code]}`}</Button>
            <Button
              loading={choose.running}
              onClick={() => void use()}
            >{`Use ${attendanceCodes[own.code]}`}</Button>
          </Group>
        </Group>
      </Alert>
    );
  });
}

/** Letters mark the focused child, arrows move between children. */
function onKey(
  event: KeyboardEvent<HTMLDivElement>,
  mark: (id: string, change: Partial<Marked>) => void,
): void {
  const row = event.target as HTMLElement;
  const enrolmentId = row.dataset['child'];
  // Typing a note or a time is no code.
  if (enrolmentId === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  const code = codeOfKey(event.key);
  const next = event.key === 'ArrowDown' ? row.nextElementSibling : row.previousElementSibling;
  if (code) mark(enrolmentId, { code });
  if (code || event.key === 'ArrowDown' || event.key === 'ArrowUp') event.preventDefault();
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') (next as HTMLElement | null)?.focus();
}
