import { query } from '@aangan/contract/endpoint.ts';
import { toApiError } from '@aangan/web/api/api-error.ts';
import { startBusy } from '@aangan/web/api/busy.ts';
import { call } from '@aangan/web/api/call.ts';
import { send } from '@aangan/web/api/send.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { smallIcon } from '@aangan/web/ui/icon.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import * as z from 'zod';
import { logFailure } from '../log-failure.ts';
import { useShell } from '../session-state.ts';
import { useDismissals, useSlowClock } from './dismissals.ts';
import classes from './frame.module.css';
import { noticesAt, readTrainings, type TrainingNotice } from './training-notices.ts';

// The specification's fixed calls (7).
const own = { module: '@signed-in', scope: 'own' } as const;
const meetingInfo = query({
  ...own,
  name: 'online-meeting.meeting-info',
  summary: 'Trainings with meetings.',
  path: '/api/online-meeting/meeting-info',
  input: z.strictObject({}),
  output: z.unknown(),
});
const meetingUrl = query({
  ...own,
  name: 'teacher-training.get-url',
  summary: 'Reference of a meeting.',
  path: '/api/teacher-training/get-url',
  input: z.strictObject({ meetingID: z.string() }),
  output: z.object({ referenceID: z.string() }),
});

const TRAININGS = '/trainer-led';
const ROOMS = `${TRAININGS}/join/`;
const EVERY_MS = 5 * 60_000;
const SHOWN = 4;

/** Training banners: schedule, join, feedback; 70 px each, one under the other (specification 4, 9). */
export function TrainingBanners() {
  const { menu, menuReady, modules, me } = useShell();
  const now = useSlowClock();
  const dismissed = useDismissals(now);
  const [all, setAll] = useState(false);
  // A menu item exists only with its screen: without the training area nobody answers this call.
  const installed = menu.some((one) =>
    one.groups.some((group) => group.items.some((item) => item.link === TRAININGS)),
  );
  const enabled = menuReady && installed && 'trainingByTrainers' in modules;
  const info = useQuery(meetingInfo, {}, { enabled, every: EVERY_MS, background: true });
  // Only logged; the user sees nothing (specification 8).
  useEffect(() => {
    if (info.error) logFailure('Trainings were not read', info.error);
  }, [info.error]);
  const id = String(me?.id ?? '');
  const superAdmin = me?.superAdmin ?? false;
  const trainings = useMemo(() => readTrainings(info.data, { id, superAdmin }), [info.data, id, superAdmin]);
  const inRoom = useLocation().pathname.startsWith(ROOMS);
  const notices = noticesAt(trainings, now).filter(
    (one) => !dismissed.isHidden(one.key) && !(inRoom && one.kind === 'join'),
  );
  const shown = all ? notices : notices.slice(0, SHOWN);
  return (
    <>
      {shown.map((one) => (
        <Banner
          key={one.key}
          notice={one}
          onClose={() => dismissed.hide(one.key)}
          onDone={() => dismissed.hideForGood(one.key)}
        />
      ))}
      {notices.length > shown.length && (
        <div className={classes.notebar}>
          <Button size="compact-xs" variant="default" onClick={() => setAll(true)}>
            +{notices.length - shown.length} more
          </Button>
        </div>
      )}
    </>
  );
}

function Banner({
  notice: one,
  onClose,
  onDone,
}: {
  notice: TrainingNotice;
  onClose: () => void;
  onDone: () => void;
}) {
  const navigate = useNavigate();
  const [running, setRunning] = useState(false);
  const { me } = useShell();
  const { training, kind } = one;
  const id = encodeURIComponent(training.trainingID);

  // A failure is only logged (specification 8): the buttons come back.
  const answer = (response: 'ACCEPTED' | 'DECLINED') => {
    setRunning(true);
    send({
      method: 'PUT',
      path: `/api/teacher-training/update-response/${id}`,
      body: { teacherUserID: me?.id, response },
    })
      .then(onDone)
      .catch((error: unknown) => logFailure('The answer to a training was not kept', error))
      .finally(() => setRunning(false));
  };
  const join = async () => {
    const done = startBusy();
    setRunning(true);
    try {
      const { referenceID } = await call(meetingUrl, { meetingID: meetingOf(one) });
      void navigate(`/trainer-led/join/${encodeURIComponent(referenceID)}`);
    } catch (error) {
      notice.error(error instanceof Error && !('status' in error) ? error.message : toApiError(error));
    } finally {
      setRunning(false);
      done();
    }
  };
  return (
    <div className={classes.training} role="status">
      <span>{one.text}</span>
      {kind === 'schedule' && training.can.register && (
        <Button size="compact-md" onClick={() => void navigate(`/trainer-led/register-staff/${id}`)}>
          Register
        </Button>
      )}
      {kind === 'schedule' && training.can.accept && (
        <Button size="compact-md" loading={running} onClick={() => answer('ACCEPTED')}>
          Accept
        </Button>
      )}
      {kind === 'schedule' && training.can.reject && (
        <Button size="compact-md" variant="default" disabled={running} onClick={() => answer('DECLINED')}>
          Reject
        </Button>
      )}
      {kind === 'join' && (
        <Button size="compact-md" loading={running} onClick={() => void join()}>
          Join Meeting
        </Button>
      )}
      {kind === 'feedback' && (
        <Button size="compact-md" onClick={() => void navigate(`/trainer-led/trainer-feedback/${id}`)}>
          Share Feedback
        </Button>
      )}
      <ActionIcon variant="subtle" color="gray" size="md" aria-label="Dismiss" onClick={onClose}>
        <IconX {...smallIcon} />
      </ActionIcon>
    </div>
  );
}

// Both texts are the specification's (5): no list at all, and an empty list.
function meetingOf({ training }: TrainingNotice): string {
  const meetings = training.trainingOnlineMeetings;
  if (!meetings) throw new Error('Meeting details not found!');
  const first = meetings[0];
  if (!first) throw new Error('Meeting details not founds!');
  return String(first.id);
}
