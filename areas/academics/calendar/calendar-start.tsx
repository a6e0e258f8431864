import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatCount } from '@aangan/web/format.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { Anchor, Button, Group, Stack, Table, Text } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import { calendarContract } from './calendar.contract.ts';

type Overview = OutputOf<typeof calendarContract.overview>;
type Summary = NonNullable<Overview['own']>;

export const calendarPath = (id: string): string => `/academic-calender/update/${id}`;

/** /academic-calender/creation: the year's calendars, and where a new one starts from. */
export function CalendarStart() {
  const query = useQuery(calendarContract.overview, {});
  return (
    <PageFrame title="Academic calendar" context="centre-year">
      <QueryState query={query}>
        {(overview) => (
          <Stack gap="md">
            <OwnCalendar overview={overview} />
            <NetworkCalendar overview={overview} />
            {overview.centres.length > 0 && <Centres overview={overview} />}
          </Stack>
        )}
      </QueryState>
    </PageFrame>
  );
}

function OwnCalendar({ overview }: { overview: Overview }) {
  const { franchisee } = useSession();
  const navigate = useNavigate();
  const create = useCommand(calendarContract.create, {
    refresh: ['calendar'],
    onDone: ({ id }) => void navigate(calendarPath(id)),
    onError: (error) => notice.error(error),
  });
  const { own, network, lastYear, year, can } = overview;
  if (!franchisee && own) return null;
  const title = franchisee ? `${franchisee.companyName} ${year.label}` : `Network ${year.label}`;
  if (own)
    return (
      <Section title={title}>
        <SummaryLine calendar={own} open="Open calendar" />
      </Section>
    );
  const start = (from: 'NETWORK' | 'LAST_YEAR' | 'EMPTY') => () => void create.run({ from });
  return (
    <Section
      title={title}
      help={
        network?.status === 'PUBLISHED'
          ? 'The network’s calendar holds here until the centre publishes its own.'
          : 'Until a calendar is published, Monday to Friday are working days.'
      }
    >
      {can['create'] ? (
        <Group gap="sm">
          {franchisee && network && (
            <Button loading={create.running} onClick={start('NETWORK')}>
              Start from the network’s
            </Button>
          )}
          {lastYear && (
            <Button variant="default" loading={create.running} onClick={start('LAST_YEAR')}>
              Start from last year’s
            </Button>
          )}
          <Button variant="default" loading={create.running} onClick={start('EMPTY')}>
            Start with an empty one
          </Button>
        </Group>
      ) : (
        <Text c="dimmed">There is no calendar yet.</Text>
      )}
    </Section>
  );
}

function NetworkCalendar({ overview: { network, own, year } }: { overview: Overview }) {
  return (
    <Section title={`Network ${year.label}`}>
      {network ? (
        <SummaryLine calendar={network} open={own?.id === network.id ? 'Open calendar' : 'View calendar'} />
      ) : (
        <Text c="dimmed">Head office has not made a calendar for this year yet.</Text>
      )}
    </Section>
  );
}

function SummaryLine({ calendar, open }: { calendar: Summary; open: string }) {
  return (
    <Group justify="space-between">
      <Group gap="sm">
        <CalendarState calendar={calendar} />
        <span>
          <span className="figures">{formatCount(calendar.workingDays)}</span> working days
        </span>
      </Group>
      <Button component={Link} to={calendarPath(calendar.id)} variant="default">
        {open}
      </Button>
    </Group>
  );
}

const CalendarState = ({ calendar }: { calendar: Summary }) =>
  calendar.status === 'PUBLISHED' ? (
    <Tag tone="success">Published, revision {calendar.revision}</Tag>
  ) : (
    <Tag tone="neutral">Draft</Tag>
  );

function Centres({ overview: { centres, network } }: { overview: Overview }) {
  const own = centres.filter(({ calendar }) => calendar?.status === 'PUBLISHED').length;
  return (
    <Section
      title="Centres"
      help={`${formatCount(own)} of ${formatCount(centres.length)} centres published a calendar of their own; the others use ${network?.status === 'PUBLISHED' ? 'the network’s' : 'Monday to Friday'}.`}
      flush
    >
      <Table.ScrollContainer minWidth={420}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Centre</Table.Th>
              <Table.Th>Calendar</Table.Th>
              <Table.Th ta="end">Working days</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {centres.map(({ franchiseeId, name, calendar }) => (
              <Table.Tr key={franchiseeId}>
                <Table.Td>
                  {calendar ? (
                    <Anchor component={Link} to={calendarPath(calendar.id)}>
                      {name}
                    </Anchor>
                  ) : (
                    name
                  )}
                </Table.Td>
                <Table.Td>{calendar ? <CalendarState calendar={calendar} /> : '–'}</Table.Td>
                <Table.Td ta="end" className="figures">
                  {calendar ? formatCount(calendar.workingDays) : '–'}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Section>
  );
}
