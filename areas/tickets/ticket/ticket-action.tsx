import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section, TwoColumns } from '@aangan/web/ui/section.tsx';
import { StatusTag, Tag } from '@aangan/web/ui/status-tag.tsx';
import { TimelineList } from '@aangan/web/ui/timeline-list.tsx';
import { InstantText, PhoneText } from '@aangan/web/ui/values.tsx';
import { Anchor, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { priorityLabels } from '../ticket-words.ts';
import { ticketContract as contract } from './ticket.contract.ts';
import { kindLabels, sourceLabels, ticketKinds } from './ticket.states.ts';
import { type Step, TicketStep, type View } from './ticket-dialogs.tsx';
import { ticketLink } from './ticket-list.tsx';
import { ClockBar } from './ticket-look.tsx';

const LIST = '/ticketing-bees/bees-ticket-list/open';
const REOPEN_MS = 168 * 3_600_000;

/** /ticketing-bees/action/{id}: one ticket, asked again every 15 seconds. */
export function TicketAction() {
  const { id = '' } = useParams();
  const query = useQuery(contract.get, { id }, { every: 15_000, fresh: 0 });
  return <QueryState query={query}>{(view) => <Ticket view={view} />}</QueryState>;
}

function Ticket({ view }: { view: View }) {
  const { row } = view;
  const [step, ask] = useState<Step | null>(null);
  const navigate = useNavigate();
  const onError = (error: unknown) => notice.error(error as Parameters<typeof notice.error>[0]);
  const take = useCommand(contract.take, { onDone: () => notice.ok('It is yours.'), onError });
  const resume = useCommand(contract.resume, { onDone: () => notice.ok('Resumed.'), onError });
  const withdraw = useCommand(contract.withdraw, { onDone: () => notice.ok('Withdrawn.'), onError });
  const watch = useCommand(contract.watch, { onError });
  const at = { ifMatch: row.version };
  const tooLate = row.resolvedAt !== null && Date.now() - new Date(row.resolvedAt).getTime() > REOPEN_MS;
  const buttons: [Step, string, boolean][] = [
    ['reply', 'Answer', row.can.reply],
    ['ask', 'Ask centre', row.can.ask],
    ['note', 'Internal note', row.can.note],
    ['resolve', 'Resolve', row.can.resolve],
    ['confirm', 'Confirm', row.can.confirm],
    ['reopen', 'Reopen', row.can.reopen && !tooLate],
    ['rate', 'Give stars', row.can.rate && !row.can.confirm],
    ['assign', 'Assign', row.can.assign],
    ['hold', 'Put on hold', row.can.hold],
  ];
  return (
    <PageFrame
      title={row.subject}
      crumbs={[{ label: 'Tickets', to: LIST }, { label: row.ticketNo }]}
      menu={[
        { label: 'Change priority', run: () => ask('priority'), hidden: !row.can.priority },
        {
          label: 'Move to another department',
          run: () => ask('recategorise'),
          hidden: !row.can.recategorise,
        },
        { label: 'Merge', run: () => ask('merge'), hidden: !row.can.merge },
        {
          label: view.watching ? 'Stop following' : 'Follow',
          run: () => void watch.run({ id: row.id, watch: !view.watching }),
        },
        { label: 'Print', run: () => window.print() },
        {
          label: 'Withdraw',
          run: () => void withdraw.run({ id: row.id }, at),
          hidden: !row.can.withdraw,
          danger: true,
        },
      ]}
    >
      <TwoColumns
        main={
          <Stack gap="md">
            <Section>
              <Stack gap="md">
                <Group gap="sm">
                  <StatusTag area="ticket" state={row.status} />
                  <Tag
                    tone={
                      row.priority === 'CRITICAL' ? 'danger' : row.priority === 'HIGH' ? 'warning' : 'neutral'
                    }
                  >
                    {priorityLabels[row.priority]}
                  </Tag>
                </Group>
                <Group gap="lg" align="flex-start">
                  <ClockBar title="First answer" clock={view.response} />
                  <ClockBar title="Resolution" clock={view.resolution} />
                </Group>
                <Group gap="sm" className="no-print">
                  {row.can.take && (
                    <Button
                      variant="default"
                      loading={take.running}
                      onClick={() => void take.run({ id: row.id }, at)}
                    >
                      Take
                    </Button>
                  )}
                  {buttons
                    .filter(([, , shown]) => shown)
                    .map(([name, label], i) => (
                      <Button key={name} variant={i === 0 ? 'filled' : 'default'} onClick={() => ask(name)}>
                        {label}
                      </Button>
                    ))}
                  {row.can.resume && (
                    <Button
                      variant="default"
                      loading={resume.running}
                      onClick={() => void resume.run({ id: row.id }, at)}
                    >
                      Resume
                    </Button>
                  )}
                  {row.can.reopen && tooLate && (
                    <Button
                      variant="default"
                      onClick={() => void navigate(`/ticketing-bees/create-bees-ticket?follows=${row.id}`)}
                    >
                      Raise a new ticket that follows
                    </Button>
                  )}
                </Group>
              </Stack>
            </Section>
            <Conversation view={view} />
          </Stack>
        }
        rail={
          <Stack gap="md">
            <About view={view} />
            <Section title="History">
              <TimelineList items={view.log} />
            </Section>
          </Stack>
        }
      />
      {step && <TicketStep view={view} step={step} onClose={() => ask(null)} />}
    </PageFrame>
  );
}

const Files = ({ files }: { files: View['files'] }) => (
  <Group gap="sm">
    {files.map((file) => (
      <Anchor key={file.url} href={file.url} target="_blank" rel="noreferrer">
        {file.name}
      </Anchor>
    ))}
  </Group>
);

const Words = ({ text }: { text: string }) => (
  <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</Text>
);

function Conversation({ view }: { view: View }) {
  const { row, messages } = view;
  return (
    <Section title="Conversation">
      <Stack gap="sm">
        <Paper withBorder p="sm" radius="md">
          <Text size="sm" className="quiet">
            {row.raiserName ?? sourceLabels[row.source]} · <InstantText at={row.raisedAt} />
          </Text>
          <Words text={view.description} />
          {view.answers && <Words text={view.answers} />}
          <Files files={view.files} />
        </Paper>
        {messages.map((message) => (
          <Paper
            key={message.id}
            withBorder
            p="sm"
            radius="md"
            {...(message.public ? {} : { bg: 'var(--a-warning-tint)' })}
            ml={message.kind === ticketKinds.TICKET_ADMIN ? 'lg' : 0}
          >
            <Text size="sm" className="quiet">
              {message.who ?? 'Aangan'} · {message.public ? kindLabels[message.kind] : 'Internal note'} ·{' '}
              <InstantText at={message.at} />
            </Text>
            <Words text={message.body} />
            <Files files={message.files} />
          </Paper>
        ))}
        {messages.length === 0 && <Text className="quiet">Nobody has answered yet.</Text>}
      </Stack>
    </Section>
  );
}

const NumberLink = ({ of }: { of: { id: string; ticketNo: string } }) => (
  <Anchor component={Link} to={ticketLink(of.id)}>
    {of.ticketNo}
  </Anchor>
);

function About({ view }: { view: View }) {
  const { row, centre } = view;
  return (
    <Section title="About">
      <Facts
        min={140}
        items={[
          { label: 'Centre', value: centre.label },
          { label: 'Phone', value: centre.phone && <PhoneText phone={centre.phone} /> },
          { label: 'Open tickets of the centre', value: String(centre.open) },
          { label: 'Department', value: row.department },
          { label: 'Category', value: row.category },
          { label: 'Group', value: row.groupName },
          { label: 'Owner', value: row.ownerName ?? 'Nobody yet' },
          { label: 'Raised by', value: row.raiserName },
          { label: 'Expected on', value: view.resumeOn, hidden: view.resumeOn === null },
          { label: 'About', value: view.entity?.label, hidden: view.entity === null },
          {
            label: 'Follows',
            value: view.follows && <NumberLink of={view.follows} />,
            hidden: view.follows === null,
          },
          {
            label: 'Merged into',
            value: view.mergedInto && <NumberLink of={view.mergedInto} />,
            hidden: view.mergedInto === null,
          },
          { label: 'Stars', value: row.csat && '★'.repeat(row.csat), hidden: row.csat === null },
        ]}
      />
    </Section>
  );
}
