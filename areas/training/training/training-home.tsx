import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatClock, formatDay } from '@aangan/web/format.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { icon } from '@aangan/web/ui/icon.ts';
import { Line } from '@aangan/web/ui/order-line.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import { trainingModules as m } from '../modules.ts';
import '../training-look.tsx';
import { ForMe, JoinButton, type Mine } from '../response/for-me.tsx';
import { meetingInfoContract } from '../response/response.contract.ts';
import { trainingContract as contract, type TrainingCard } from './training.contract.ts';
import { modes } from './training.states.ts';
import { LIST, registerPath, trainingPath } from './training-list.tsx';

/** /trainer-led: what the reader teaches, and what is planned for the own centre. */
export function TrainingHome() {
  const [view] = useParam('view');
  return view === null ? <Board /> : <Coming />;
}

/** `?view=`: the reader's own trainings to come, as the home counts them. */
function Coming() {
  const query = useQuery(meetingInfoContract.coming, {}, { fresh: 0 });
  const mine = useQuery(meetingInfoContract.mine, {}, { fresh: 0, every: 60_000 });
  return (
    <PageFrame title="My trainings to come" crumbs={[{ label: 'Trainings', to: '/trainer-led' }]}>
      <QueryState query={query}>
        {({ rows }) => <ForMe mine={{ invitations: rows, meetings: mine.data?.meetings ?? [] }} />}
      </QueryState>
    </PageFrame>
  );
}

function Board() {
  const query = useQuery(contract.home, {}, { fresh: 0 });
  const mine = useQuery(meetingInfoContract.mine, {}, { fresh: 0, every: 60_000 });
  const { holds } = useSession();
  const creates = holds(m.trainingByTrainersCreate, true);
  const lists = holds(
    [m.trainingByTrainersCreate, m.trainingByTrainersMarkAttendance, m.trainingByTrainersReport],
    false,
  );
  return (
    <PageFrame
      title="Trainings"
      context="centre"
      primary={{
        label: 'New training',
        icon: <IconPlus {...icon} />,
        to: '/trainer-led/new-training',
        hidden: !creates,
      }}
      menu={[{ label: 'All trainings', to: LIST, hidden: !lists }]}
    >
      <QueryState query={query}>
        {({ teaching, coming, ofCentre, readAt }) => (
          <Stack gap="md">
            <Group gap="sm">
              <Text size="sm" c="dimmed">
                {`Last refreshed ${formatClock(istTime(readAt))}`}
              </Text>
              <Button
                size="compact-sm"
                variant="subtle"
                onClick={() => {
                  void query.refetch();
                  void mine.refetch();
                }}
              >
                Refresh
              </Button>
            </Group>
            {mine.data && (mine.data.invitations.length > 0 || teaching.length === 0) ? (
              <ForMe mine={mine.data} />
            ) : null}
            {teaching.length > 0 ? (
              <Section title="I train">
                {teaching.map((one) => (
                  <Card key={one.id} training={one} opens={creates} mine={mine.data} />
                ))}
              </Section>
            ) : null}
            <Section title={ofCentre ? 'For my centre' : 'Coming trainings'}>
              {coming.length === 0 ? <Text c="dimmed">No trainings are planned.</Text> : null}
              {coming.map((one) => (
                <Card key={one.id} training={one} opens={creates} />
              ))}
            </Section>
          </Stack>
        )}
      </QueryState>
    </PageFrame>
  );
}

const istTime = (instant: string): string =>
  new Date(Date.parse(instant) + 330 * 60_000).toISOString().slice(11, 16);

const daysOf = ({ fromDate, toDate }: TrainingCard): string =>
  fromDate === toDate ? formatDay(fromDate) : `${formatDay(fromDate)} to ${formatDay(toDate)}`;

const seatsOf = ({ registered, accepted, placesLeft, waiting }: TrainingCard): string =>
  [
    `${registered} registered`,
    `${accepted} accepted`,
    ...(placesLeft === null ? [] : [placesLeft === 1 ? '1 place left' : `${placesLeft} places left`]),
    ...(waiting > 0 ? [`${waiting} waiting`] : []),
  ].join(' · ');

interface CardProps {
  training: TrainingCard;
  opens: boolean;
  /** Where the reader teaches: the way into the meeting. */
  mine?: Mine | undefined;
}

function Card({ training: one, opens, mine }: CardProps) {
  return (
    <Line
      end={
        <Group gap="sm" wrap="wrap" justify="flex-end">
          {mine ? <JoinButton mine={mine} trainingId={one.id} /> : null}
          {one.can.register ? (
            <Button size="xs" variant="default" component={Link} to={registerPath(one.id)}>
              Register staff
            </Button>
          ) : null}
          <StatusTag area="training" state={one.status} />
        </Group>
      }
    >
      <Stack gap={2}>
        <Text fw={600}>
          {opens ? (
            <Anchor component={Link} to={trainingPath(one.id)}>
              {one.title}
            </Anchor>
          ) : (
            one.title
          )}
        </Text>
        <Text size="sm">
          {`${daysOf(one)}, ${formatClock(one.fromTime)} to ${formatClock(one.toTime)} · ${modes[one.mode]}${one.venue ? `, ${one.venue}` : ''}`}
        </Text>
        <Text size="sm" c="dimmed">
          {[one.code, one.category, one.trainers, one.part ? `You: ${one.part}` : null]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        <Text size="sm" c="dimmed">
          {seatsOf(one)}
        </Text>
        {one.description ? <Text size="sm">{one.description}</Text> : null}
      </Stack>
    </Line>
  );
}
