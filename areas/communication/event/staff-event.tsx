import { formatDate } from '@aangan/contract/period.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { formatDay } from '@aangan/web/format.ts';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { StatusTag, Tag } from '@aangan/web/ui/status-tag.tsx';
import { DateText, InstantText } from '@aangan/web/ui/values.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { Alert, Button, Group, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { type EventView, eventContract } from './event.contract.ts';
import { answerKinds, answerLabels, eventKinds, peopleLabels } from './event.states.ts';
import { hoursOf } from './event-calendar.tsx';
import { CancelEvent } from './event-list.tsx';
import './event-look.tsx';
import { eventPaths } from './event-paths.ts';

type DateOf = EventView['dates'][number];

export function StaffEvent({ id }: { id: string }) {
  const query = useQuery(eventContract.get, { id }, { fresh: 0 });
  const event = query.data;
  return (
    <PageFrame
      title={event?.title ?? 'Event'}
      crumbs={[{ label: 'Events', to: eventPaths.list }]}
      context="centre"
    >
      <QueryState query={query}>
        {(loaded) => (
          <Stack gap="md">
            <Steps event={loaded} />
            {loaded.status === 'CANCELLED' && (
              <Alert color="danger" variant="light" title="Cancelled">
                {loaded.cancelReason}
              </Alert>
            )}
            <Section title="Event">
              <EventFacts event={loaded} />
            </Section>
            {(loaded.dates.length > 1 || loaded.answers !== 'NONE' || loaded.dates[0]?.closed) && (
              <Dates event={loaded} />
            )}
            {loaded.answers !== 'NONE' && loaded.status !== 'DRAFT' && <Answers event={loaded} />}
          </Stack>
        )}
      </QueryState>
    </PageFrame>
  );
}

function Steps({ event }: { event: EventView }) {
  const [cancelling, setCancelling] = useState(false);
  const publish = useCommand(eventContract.publish, {
    onDone: () => notice.ok('Published'),
    onError: (error) => notice.error(error),
  });
  const { can, id, version } = event;
  return (
    <Group gap="sm" className="no-print">
      {can['publish'] && (
        <Button loading={publish.running} onClick={() => void publish.run({ id }, { ifMatch: version })}>
          Publish
        </Button>
      )}
      {can['edit'] && (
        <Button variant="default" component={Link} to={eventPaths.edit(id)}>
          Edit
        </Button>
      )}
      {can['edit'] && (
        <Button variant="default" component={Link} to={eventPaths.copy(id)}>
          Copy
        </Button>
      )}
      {can['cancel'] && (
        <Button variant="default" onClick={() => setCancelling(true)}>
          Cancel event
        </Button>
      )}
      {cancelling && <CancelEvent event={event} onClose={() => setCancelling(false)} />}
    </Group>
  );
}

const daysText = ({ onDate, toOn }: DateOf): string =>
  toOn === onDate ? formatDay(onDate) : `${formatDay(onDate)} – ${formatDay(toOn)}`;

function EventFacts({ event }: { event: EventView }) {
  const [date] = event.dates;
  return (
    <Stack gap="md">
      <Facts
        items={[
          { label: 'Kind', value: eventKinds[event.kind] },
          { label: 'Status', value: <StatusTag area="event" state={event.status} /> },
          {
            label: event.dates.length > 1 ? 'First date' : 'Date',
            value: date ? daysText(date) : formatDay(event.fromOn),
          },
          { label: 'Time', value: hoursOf(event, 'All day') },
          { label: 'Repeats', value: event.words, hidden: event.repeat === 'NONE' },
          { label: 'Place', value: event.place },
          { label: 'For', value: peopleLabels[event.people] },
          { label: 'Classes', value: event.classes ?? 'All classes' },
          { label: 'Answers', value: answerKinds[event.answers] },
          {
            label: 'Answers until',
            value: <DateText day={event.answerUntil} />,
            hidden: event.answerUntil === null,
          },
          { label: 'Places', value: event.places, hidden: event.places === null },
          { label: 'Title in Hindi', value: event.titleHi, hidden: event.titleHi === null },
        ]}
      />
      {event.description && <Text style={{ whiteSpace: 'pre-wrap' }}>{event.description}</Text>}
    </Stack>
  );
}

function Dates({ event }: { event: EventView }) {
  const [cancelling, setCancelling] = useState<DateOf | null>(null);
  const several = event.dates.length > 1;
  const mayCancel = (date: DateOf) =>
    several &&
    event.status === 'PUBLISHED' &&
    event.can['cancel'] === true &&
    !date.over &&
    date.cancelled === null;
  return (
    <Section
      title={several ? `${event.dates.length} dates` : event.answers === 'NONE' ? 'Date' : 'Answers so far'}
      flush
    >
      <ShortTable
        label="Dates"
        rows={event.dates}
        keyOf={({ onDate }) => onDate}
        minWidth={320}
        columns={[
          {
            id: 'date',
            label: 'Date',
            cell: daysText,
            second: (date) => date.cancelled ?? (date.closed ? `Closed: ${date.closed}` : null),
          },
          ...(event.answers === 'NONE'
            ? []
            : [
                {
                  id: 'answers',
                  label: 'Answers',
                  cell: (date: DateOf) => `${date.yes} yes · ${date.maybe} maybe · ${date.no} no`,
                  second: (date: DateOf) =>
                    event.places === null
                      ? `${date.adults} adults`
                      : `${date.taken} of ${event.places} places taken`,
                },
              ]),
          {
            id: 'state',
            label: '',
            align: 'end' as const,
            cell: (date) =>
              date.cancelled !== null ? (
                <Tag tone="danger">Cancelled</Tag>
              ) : mayCancel(date) ? (
                <Button size="xs" variant="default" onClick={() => setCancelling(date)}>
                  Cancel date
                </Button>
              ) : (
                ''
              ),
          },
        ]}
      />
      {cancelling && (
        <CommandDialog
          of={eventContract.cancelDate}
          title={`Cancel ${formatDate(cancelling.onDate)}?`}
          text="The other dates stay. Families who said yes or maybe for this one are given the reason."
          confirm="Cancel this date"
          danger
          start={{ id: event.id, onDate: cancelling.onDate }}
          ifMatch={event.version}
          refresh={['event']}
          done="Cancelled"
          onClose={() => setCancelling(null)}
        />
      )}
    </Section>
  );
}

const tones = { YES: 'success', MAYBE: 'warning', NO: 'neutral' } as const;

/** Who answered for a date and who did not, by class. */
function Answers({ event }: { event: EventView }) {
  const [asked, setDate] = useParam('date');
  const next = event.dates.find(({ over }) => !over) ?? event.dates.at(-1);
  const date = event.dates.find(({ onDate }) => onDate === asked) ?? next;
  const onDate = date?.onDate ?? event.fromOn;
  const query = useQuery(eventContract.answersOf, { id: event.id, onDate }, { fresh: 0 });
  const remind = useCommand(eventContract.remind, {
    onDone: ({ families }) =>
      notice.ok(
        families === 0
          ? 'Nobody is left to ask today.'
          : families === 1
            ? '1 family is asked.'
            : `${families} families are asked.`,
      ),
    onError: (error) => notice.error(error),
  });
  const left = query.data?.rows.filter(({ answer }) => answer === null).length ?? 0;
  const mayRemind =
    event.can['remind'] === true && date !== undefined && !date.over && date.cancelled === null && left > 0;
  return (
    <Section
      title="Answers"
      flush
      actions={
        <Group gap="sm">
          {event.dates.length > 1 && (
            <Select
              aria-label="Date"
              data={event.dates.map((one) => ({ value: one.onDate, label: formatDay(one.onDate) }))}
              value={onDate}
              onChange={setDate}
              allowDeselect={false}
              w={190}
            />
          )}
          {mayRemind && (
            <Button
              variant="default"
              loading={remind.running}
              onClick={() => void remind.run({ id: event.id, onDate })}
            >
              Ask the {left} without an answer
            </Button>
          )}
        </Group>
      }
    >
      <QueryState query={query}>
        {({ rows }) => (
          <ShortTable
            label="Answers"
            rows={rows}
            keyOf={({ enrolmentId }) => enrolmentId}
            columns={[
              { id: 'child', label: 'Child', cell: ({ child }) => child, second: ({ section }) => section },
              {
                id: 'answer',
                label: 'Answer',
                cell: ({ answer }) =>
                  answer ? (
                    <Tag tone={tones[answer]}>{answerLabels[answer]}</Tag>
                  ) : (
                    <Text c="dimmed">Not yet</Text>
                  ),
                second: ({ note }) => note,
              },
              {
                id: 'adults',
                label: 'Adults',
                align: 'end',
                cell: ({ answer, adults }) => (answer === 'YES' ? adults : '–'),
              },
              { id: 'at', label: 'When', cell: ({ answeredAt }) => <InstantText at={answeredAt} /> },
            ]}
          />
        )}
      </QueryState>
    </Section>
  );
}
