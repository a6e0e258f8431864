// The card of whom to call now. It says why this family is first, what to say, what was said, and takes the answer.
import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { addDays, todayIst } from '@aangan/contract/period.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatCount, weekdayOf } from '@aangan/web/format.ts';
import { ConfirmDialog } from '@aangan/web/ui/confirm-dialog.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { InstantText } from '@aangan/web/ui/values.tsx';
import { Anchor, Button, Group, Menu, Popover, SegmentedControl, Stack, Table, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { enquiryContract } from '../enquiry/enquiry.contract.ts';
import { Flame } from '../enquiry/enquiry-look.tsx';
import { type Outcome, outcomeLabels, outcomes } from '../enquiry/follow-up.contract.ts';
import { ContactPanel } from './contact-panel.tsx';
import { followUpWorkContract, type QueueRow } from './follow-up-work.contract.ts';
import { lineWords } from './line-words.ts';
import { LossDialog } from './loss-dialog.tsx';
import { stageScripts } from './stage-scripts.ts';
import { useWorkKeys } from './use-work-keys.web.ts';
import type { WorkingEnquiry } from './working-enquiry.ts';

type Queue = OutputOf<typeof followUpWorkContract.queue>;
type Whose = Queue['whose'];

export function NextCall() {
  const [whose, setWhose] = useState<Whose | null>(null);
  const queue = useQuery(followUpWorkContract.queue, whose ? { whose } : {}, {
    every: 60_000,
    keepPrevious: true,
  });
  return (
    <QueryState query={queue}>
      {(data) => (
        <Stack gap="md">
          <Section
            title="Next call"
            help={helpOf(data)}
            actions={
              <SegmentedControl
                size="xs"
                aria-label="Whose calls"
                value={data.whose}
                onChange={(value) => setWhose(value === 'me' ? 'me' : 'all')}
                data={[
                  { value: 'me', label: 'Mine' },
                  { value: 'all', label: 'Everyone' },
                ]}
              />
            }
          >
            <Card queue={data} refetch={() => void queue.refetch()} />
          </Section>
          {data.rows.length > 1 && <Then rows={data.rows.slice(1, 6)} />}
          {data.recent.length > 0 && <Recent lines={data.recent} />}
        </Stack>
      )}
    </QueryState>
  );
}

function helpOf({ waiting, notNow }: Queue): string {
  const resting = [
    [notNow.justTried, 'tried in the last 2 hours'],
    [notNow.snoozed, 'snoozed'],
    [notNow.claimed, 'with a colleague'],
    [notNow.doNotCall, 'not to be called'],
    [notNow.noNumber, 'without a number that works'],
  ] as const;
  const words = resting.filter(([n]) => n > 0).map(([n, what]) => `${formatCount(n)} ${what}`);
  return [`${formatCount(waiting)} to call`, ...words].join(' · ');
}

function Card({ queue, refetch }: { queue: Queue; refetch: () => void }) {
  // A family stays on the card until it is logged or put off, also when a better one arrives meanwhile.
  const [kept, setKept] = useState<string | null>(null);
  const [passed, setPassed] = useState<string | null>(null);
  const [lost, setLost] = useState<string | null>(null);
  const others = queue.rows.filter((one) => one.id !== passed);
  const row = others.find((one) => one.id === kept) ?? others[0] ?? queue.rows[0];
  const id = row?.id ?? null;
  useEffect(() => setKept(id), [id]);
  const next = () => {
    setPassed(id);
    refetch();
  };
  return (
    <>
      {!queue.callingHours ? (
        <EmptyState title="It is too late to call" help="Calls are allowed 09:00 AM to 09:00 PM." />
      ) : row ? (
        <OneCall key={row.id} row={row} onNext={next} onLost={setLost} />
      ) : (
        <AllDone queue={queue} />
      )}
      {lost && <LossDialog enquiryCode={lost} onClose={() => setLost(null)} />}
    </>
  );
}

function AllDone({ queue: { today, next } }: { queue: Queue }) {
  const tomorrow = addDays(todayIst(new Date(serverNow())), 1);
  const when = next.on === tomorrow ? 'Tomorrow' : weekdayOf(next.on);
  return (
    <EmptyState
      title="All done for today."
      help={`${today.calls} ${today.calls === 1 ? 'call' : 'calls'}, ${today.reached} reached. ${when}: ${next.n}.`}
      action={{ label: 'Log a contact', to: '/forms/manualFollowup' }}
    />
  );
}

interface OneCallProps {
  row: QueueRow;
  onNext: () => void;
  onLost: (enquiryCode: string) => void;
}

function OneCall({ row, onNext, onLost }: OneCallProps) {
  const enquiry = useQuery(enquiryContract.get, { enquiryCode: row.enquiryCode }, { fresh: 0 });
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <div style={{ minWidth: 0 }}>
          <Anchor component={Link} to={`/forms/edit/${row.enquiryCode}`} fw={600} fz="lg">
            {row.childName}
          </Anchor>
          <Text>{[row.guardianName, row.className].filter(Boolean).join(' · ')}</Text>
          <Text fz="sm" className="quiet">
            {row.stage} · {row.enquiryCode}
          </Text>
        </div>
        {enquiry.data && <Flame temperature={enquiry.data.temperature} />}
      </Group>
      <Group gap="xs">
        {row.forOwner && <Tag tone="info">{`for ${row.forOwner}`}</Tag>}
        {row.reasons.map((reason) => (
          <Tag key={reason} tone="neutral">
            {reason}
          </Tag>
        ))}
        <WhyFirst row={row} />
      </Group>
      <QueryState query={enquiry}>
        {(data) => (
          <Talk
            enquiry={data}
            onNext={onNext}
            onLogged={(outcome) => {
              if (outcome === 'NOT_INTERESTED') onLost(row.enquiryCode);
              onNext();
            }}
          />
        )}
      </QueryState>
    </Stack>
  );
}

interface TalkProps {
  enquiry: WorkingEnquiry;
  onNext: () => void;
  onLogged: (outcome: Outcome) => void;
}

function Talk({ enquiry, onNext, onLogged }: TalkProps) {
  const navigate = useNavigate();
  useWorkKeys({ Enter: () => void navigate(`/forms/edit/${enquiry.enquiryCode}`) });
  const script = stageScripts[enquiry.stage];
  return (
    <Stack gap="md">
      {script && (
        <Text fz="sm" className="quiet">
          {script}
        </Text>
      )}
      <LastLines enquiry={enquiry} />
      <ContactPanel enquiry={enquiry} onTaken={onNext} onLogged={onLogged} />
      <PutOff enquiryId={enquiry.id} onDone={onNext} />
    </Stack>
  );
}

function LastLines({ enquiry }: { enquiry: WorkingEnquiry }) {
  const lines = enquiry.timeline.slice(0, 3);
  return (
    <Stack gap={4} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
      {lines.map((line) => (
        <Text key={`${line.at} ${line.what}`} component="li" fz="sm">
          <span className="quiet">
            <InstantText at={line.at} ago />
          </span>{' '}
          {lineWords(line)}
          {line.note ? ` – ${line.note}` : ''}
        </Text>
      ))}
    </Stack>
  );
}

/** The parts of the score: the order is a sum anybody can check. */
function WhyFirst({ row }: { row: QueueRow }) {
  return (
    <Popover width={300} position="bottom-start" withinPortal>
      <Popover.Target>
        <Button variant="subtle" size="compact-xs" color="gray">
          Why now
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Table fz="sm" verticalSpacing={4}>
          <Table.Tbody>
            {row.parts.map((part, i) => (
              <Table.Tr key={`${part.points} ${i}`}>
                <Table.Td>{part.reason ?? 'Due, and how warm it is'}</Table.Td>
                <Table.Td ta="right" className="figures">
                  {part.points > 0 ? `+${part.points}` : part.points}
                </Table.Td>
              </Table.Tr>
            ))}
            <Table.Tr>
              <Table.Td fw={600}>Together</Table.Td>
              <Table.Td ta="right" fw={600} className="figures">
                {row.score}
              </Table.Td>
            </Table.Tr>
          </Table.Tbody>
        </Table>
      </Popover.Dropdown>
    </Popover>
  );
}

const MINUTES = [10, 30, 60] as const;

function PutOff({ enquiryId, onDone }: { enquiryId: string; onDone: () => void }) {
  const [asking, setAsking] = useState(false);
  const pause = useCommand(followUpWorkContract.pause, {
    onDone,
    onError: (error) => (error.code === 'follow-up.skip-reason' ? setAsking(true) : notice.error(error)),
  });
  const skip = () => void pause.run({ enquiryId, kind: 'SKIP' });
  useWorkKeys({ n: skip });
  return (
    <Group gap="sm">
      <Button
        variant="default"
        size="compact-md"
        onClick={skip}
        loading={pause.running}
        rightSection={
          <Text span fz="xs" className="quiet">
            n
          </Text>
        }
      >
        Skip
      </Button>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button variant="default" size="compact-md">
            Snooze
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {MINUTES.map((minutes) => (
            <Menu.Item key={minutes} onClick={() => void pause.run({ enquiryId, kind: 'SNOOZE', minutes })}>
              {minutes} minutes
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title="Skip this family"
        text="You skipped three families today. Say why for this one."
        confirm="Skip"
        reason={{ label: 'Why', required: true, max: 300 }}
        run={(reason) => pause.run({ enquiryId, kind: 'SKIP', reason })}
      />
    </Group>
  );
}

function Then({ rows }: { rows: readonly QueueRow[] }) {
  return (
    <Section title="Then">
      <Stack gap="sm" component="ol" m={0} p={0} style={{ listStyle: 'none' }}>
        {rows.map((row) => (
          <li key={row.id}>
            <Group justify="space-between" wrap="nowrap" gap="sm">
              <div style={{ minWidth: 0 }}>
                <Text truncate>
                  {row.childName} <span className="quiet">{row.className}</span>
                </Text>
                <Text fz="xs" className="quiet" truncate>
                  {row.skipped ? 'Skipped · ' : ''}
                  {row.reasons.join(' · ') || row.stage}
                </Text>
              </div>
              <Text fz="sm" className="quiet figures">
                {row.score}
              </Text>
            </Group>
          </li>
        ))}
      </Stack>
    </Section>
  );
}

function Recent({ lines }: { lines: Queue['recent'] }) {
  const undo = useCommand(followUpWorkContract.void, {
    refresh: ['enquiry', 'appointment'],
    onDone: () => notice.ok('Taken back.'),
    onError: (error) => notice.error(error),
  });
  return (
    <Section title="Just logged">
      <Stack gap="xs">
        {lines.map((line) => {
          const outcome = outcomes.find((one) => one === line.outcome);
          return (
            <Group key={line.id} justify="space-between" wrap="nowrap" gap="sm">
              <Text fz="sm" truncate>
                {line.childName} <span className="quiet">{outcome ? outcomeLabels[outcome].label : ''}</span>
              </Text>
              <Button
                variant="subtle"
                size="compact-xs"
                loading={undo.running}
                onClick={() => void undo.run({ id: line.id })}
                aria-label={`Undo ${line.childName}`}
              >
                Undo
              </Button>
            </Group>
          );
        })}
      </Stack>
    </Section>
  );
}
