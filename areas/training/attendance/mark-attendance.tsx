import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { UnsavedGuard } from '@aangan/web/form/unsaved-guard.tsx';
import { formatDay, formatTime } from '@aangan/web/format.ts';
import { pathWithId } from '@aangan/web/screens.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Line } from '@aangan/web/ui/order-line.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { Alert, Button, Group, SegmentedControl, Select, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useParams } from 'react-router';
import { TrainingFacts } from '../seat/training-card.tsx';
import { LIST } from '../training/training-list.tsx';
import { attendanceContract as contract } from './attendance.contract.ts';
import { marks } from './attendance.states.ts';
import type { Mark } from './attendance.ts';

type Grid = OutputOf<typeof contract.grid>;
type Session = Grid['sessions'][number];
const crumbs = [{ label: 'All trainings', to: LIST }];
const choices = Object.entries(marks).map(([value, label]) => ({ value, label }));

const dayOfSession = ({ no, startsAt }: Session): string =>
  `Session ${no}, ${formatDay(startsAt.slice(0, 10))}, ${formatTime(startsAt)}`;

/** /trainer-led/mark-attendance/{trainingID}: everybody with a seat, one session at a time. */
export function MarkAttendance() {
  const { trainingID = '' } = useParams();
  const query = useQuery(contract.grid, { id: trainingID }, { fresh: 0 });
  return (
    <PageFrame
      title={query.data?.title ?? 'Mark attendance'}
      crumbs={crumbs}
      menu={[
        { label: 'Attendance', to: pathWithId('/trainer-led/attendance-details/{trainingID}', trainingID) },
      ]}
    >
      <QueryState query={query}>
        {(found) => (
          <Stack gap="md">
            <Section>
              <TrainingFacts of={found} />
            </Section>
            {found.sessions.length === 0 ? null : <Marker of={found} />}
          </Stack>
        )}
      </QueryState>
    </PageFrame>
  );
}

/** The session that runs or was last. */
const latest = (sessions: readonly Session[]): string =>
  (sessions.findLast(({ can }) => can.mark) ?? sessions[0])?.id ?? '';

function Marker({ of }: { of: Grid }) {
  const [sessionId, setSession] = useState(latest(of.sessions));
  const [given, setGiven] = useState<Readonly<Record<string, Mark>>>({});
  const [note, setNote] = useState('');
  const session = of.sessions.find(({ id }) => id === sessionId);
  const kept = (one: Grid['people'][number]) =>
    one.marks.find((mark) => mark.sessionId === sessionId)?.mark ?? null;
  const changes = of.people.filter((one) => given[one.id] && given[one.id] !== kept(one));
  const corrects = changes.some((one) => kept(one) !== null);
  const refresh = ['training-attendance', 'training-presence', 'training', 'online-meeting'];
  const save = useCommand(contract.mark, {
    refresh,
    onDone: ({ marked }) => {
      setGiven({});
      setNote('');
      notice.ok(marked === 1 ? '1 mark saved.' : `${marked} marks saved.`);
    },
  });
  const recompute = useCommand(contract.recompute, {
    refresh,
    onDone: ({ changed }) =>
      notice.ok(changed === 1 ? '1 mark has changed.' : `${changed} marks have changed.`),
    onError: (error) => notice.error(error),
  });
  const held = useCommand(contract.notHeld, { refresh, onError: (error) => notice.error(error) });
  if (!session) return null;
  const choose = (id: string | null) => {
    if (id === null) return;
    setSession(id);
    setGiven({});
  };
  return (
    <Section title="Marks" help={helpOf(session)}>
      <Stack gap="md">
        <Group gap="sm" align="flex-end">
          <Select
            label="Session"
            allowDeselect={false}
            data={of.sessions.map((one) => ({ value: one.id, label: dayOfSession(one) }))}
            value={sessionId}
            onChange={choose}
            disabled={changes.length > 0}
            w={320}
            maw="100%"
          />
          {session.can.mark ? (
            <Button
              variant="default"
              onClick={() =>
                setGiven(Object.fromEntries(of.people.map(({ id }) => [id, 'PRESENT' as const])))
              }
            >
              All present
            </Button>
          ) : null}
          {session.can.notHeld && changes.length === 0 ? (
            <Button
              variant="default"
              loading={held.running}
              onClick={() => void held.run({ id: session.id, held: false })}
            >
              Was not held
            </Button>
          ) : null}
          {session.can.held ? (
            <Button
              variant="default"
              loading={held.running}
              onClick={() => void held.run({ id: session.id, held: true })}
            >
              Was held after all
            </Button>
          ) : null}
        </Group>
        {of.can.recompute && changes.length === 0 ? (
          <Group gap="sm">
            <Button
              size="xs"
              variant="default"
              loading={recompute.running}
              onClick={() => void recompute.run({ id: of.id })}
            >
              Recompute
            </Button>
            <Text size="sm" c="dimmed">
              Marks by the times in the own room; those by hand stay.
            </Text>
          </Group>
        ) : null}
        {of.people.length === 0 ? <Text c="dimmed">Nobody has a seat.</Text> : null}
        <div>
          {of.people.map((one) => (
            <Line key={one.id}>
              <Group justify="space-between" gap="sm">
                <div>
                  <Group gap="xs">
                    <Text>{one.name}</Text>
                    <StatusTag area="training-mark" state={one.overall} />
                  </Group>
                  <Text size="sm" c="dimmed">
                    {`${one.centre}${one.heldMin > 0 ? ` · ${one.attendedMin} of ${one.heldMin} min in all` : ''}`}
                  </Text>
                </div>
                <SegmentedControl
                  aria-label={`Mark of ${one.name}`}
                  data={choices}
                  value={given[one.id] ?? kept(one) ?? ''}
                  disabled={!session.can.mark}
                  onChange={(mark) => setGiven((now) => ({ ...now, [one.id]: mark as Mark }))}
                />
              </Group>
            </Line>
          ))}
        </div>
        {corrects ? (
          <Textarea
            label="Why marks are changed"
            withAsterisk
            maxLength={300}
            autosize
            minRows={2}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
            error={save.error?.fields?.['note']}
          />
        ) : null}
        {save.error && !save.error.fields?.['note'] ? (
          <Alert color="danger" variant="light" role="alert">
            {save.error.message}
          </Alert>
        ) : null}
        <Group justify="flex-end">
          <Button
            disabled={changes.length === 0}
            loading={save.running}
            onClick={() =>
              void save.run({
                id: of.id,
                cells: changes.map((one) => ({
                  enrollmentId: one.id,
                  sessionId,
                  mark: given[one.id] as Mark,
                })),
                note: note.trim() || null,
              })
            }
          >
            {changes.length === 0 ? 'Save' : `Save ${changes.length}`}
          </Button>
        </Group>
        <UnsavedGuard guards={() => changes.length > 0 && !save.running} />
      </Stack>
    </Section>
  );
}

function helpOf({ status, can }: Session): string {
  if (status === 'NOT_HELD') return 'This session was not held: nobody is absent from it.';
  if (status === 'CANCELLED') return 'This session is cancelled.';
  return can.mark ? 'Present counts the whole session, partial half of it.' : 'It has not begun.';
}
