import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { toApiError } from '@aangan/web/api/api-error.ts';
import { call } from '@aangan/web/api/call.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { pathWithId } from '@aangan/web/screens.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Line } from '@aangan/web/ui/order-line.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import '../training-look.tsx';
import { whenOf } from '../seat/training-card.tsx';
import { modes } from '../training/training.states.ts';
import { meetingInfoContract as contract } from './response.contract.ts';

export type Mine = OutputOf<typeof contract.mine>;
type Invitation = Mine['invitations'][number];
const refresh = ['teacher-training', 'training', 'online-meeting'];

/** The trainings the reader is registered for, with what may be answered. */
export function ForMe({ mine }: { mine: Mine }) {
  const { me } = useSession();
  const [declining, setDeclining] = useState<Invitation | null>(null);
  const own = (one: Invitation) => ({
    trainingID: one.id,
    teacherUserID: String(me?.id ?? ''),
    source: 'SCREEN' as const,
  });
  const accept = useCommand(contract.respond, {
    refresh,
    onDone: ({ seat }) =>
      notice.ok(seat === 'WAITLISTED' ? 'Accepted. You are in the queue for a place.' : 'Accepted.'),
    onError: (error) => notice.error(error),
  });
  return (
    <Section title="For me">
      {mine.invitations.length === 0 ? (
        <Text c="dimmed">You are not registered for a training. Your centre head registers you.</Text>
      ) : null}
      {mine.invitations.map((one) => (
        <Line
          key={one.id}
          end={
            <Group gap="xs" wrap="wrap" justify="flex-end">
              <JoinButton mine={mine} trainingId={one.id} />
              {one.can.feedback ? (
                <Button
                  size="xs"
                  component={Link}
                  to={pathWithId('/trainer-led/trainer-feedback/{trainingID}', one.id)}
                >
                  Share Feedback
                </Button>
              ) : null}
              {one.can.accept ? (
                <Button
                  size="xs"
                  loading={accept.running}
                  onClick={() => void accept.run({ ...own(one), response: 'ACCEPTED' })}
                >
                  Accept
                </Button>
              ) : null}
              {one.can.decline ? (
                <Button size="xs" variant="default" onClick={() => setDeclining(one)}>
                  Reject
                </Button>
              ) : null}
            </Group>
          }
        >
          <Group gap="sm">
            <Text fw={600}>{one.title}</Text>
            <StatusTag area="training-response" state={one.response} />
            {one.seat === 'WAITLISTED' ? <Text size="sm">{`No. ${one.queueNo} in the queue`}</Text> : null}
          </Group>
          <Text size="sm">{`${whenOf(one)} · ${modes[one.mode]}${one.venue ? `, ${one.venue}` : ''}`}</Text>
          <Text size="sm" c="dimmed">
            {[one.code, one.trainers, one.reason].filter(Boolean).join(' · ')}
          </Text>
        </Line>
      ))}
      {declining ? (
        <CommandDialog
          of={contract.respond}
          title={`Reject ${declining.title}`}
          text={
            declining.response === 'ACCEPTED'
              ? 'You had accepted: whoever registered you is told why.'
              : 'Your place goes to the next person.'
          }
          confirm="Reject"
          danger
          fields={{ reason: { optional: declining.response !== 'ACCEPTED' } }}
          start={{ ...own(declining), response: 'DECLINED' }}
          refresh={refresh}
          done="Rejected."
          onClose={() => setDeclining(null)}
        />
      ) : null}
    </Section>
  );
}

/** Shown while the meeting of a training may be entered. */
export function JoinButton({ mine, trainingId }: { mine: Mine | undefined; trainingId: string }) {
  const navigate = useNavigate();
  const [running, setRunning] = useState(false);
  const meeting = mine?.meetings.find((one) => one.trainingId === trainingId);
  if (!meeting) return null;
  const join = async () => {
    setRunning(true);
    try {
      const { referenceID } = await call(contract.url, { meetingID: meeting.id });
      void navigate(pathWithId('/trainer-led/join/{referenceID}', referenceID));
    } catch (error) {
      notice.error(toApiError(error));
    } finally {
      setRunning(false);
    }
  };
  return (
    <Button size="xs" loading={running} onClick={() => void join()}>
      Join Meeting
    </Button>
  );
}
