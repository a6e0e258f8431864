import { sendWaiting, useWaiting } from '@aangan/web/local/offline-queue.ts';
import { countWaitingAudits, useWaitingAudits, waitingAuditsText } from '@aangan/web/local/waiting-audits.ts';
import { Button, Group, Modal, Text } from '@mantine/core';
import { useEffect } from 'react';
import { sendAudits } from '../../../areas/audits/public.web.tsx';
import type { Leave } from './use-leave.ts';

/** 'Are you sure, you want to logout' Yes / No (specification 5); a failure opens a dialog titled 'Error' (8). */
export function LogoutDialog({ leave }: { leave: Leave }) {
  const waiting = useWaiting().length;
  const audits = waitingAuditsText(useWaitingAudits());
  useEffect(() => {
    // Another tab may have answered since.
    if (leave.asking) void countWaitingAudits();
  }, [leave.asking]);
  const sendNow = () => {
    void sendWaiting();
    if (audits !== null) void sendAudits();
  };
  return (
    <>
      <Modal opened={leave.asking} onClose={leave.no} title="Logout" size="sm">
        <Text>Are you sure, you want to logout</Text>
        {waiting > 0 && (
          <Text mt="sm" role="alert">
            {waiting === 1 ? '1 change has not been sent.' : `${waiting} changes have not been sent.`}
          </Text>
        )}
        {audits !== null && (
          <Text mt="sm" role="alert">
            {`Not sent yet: ${audits}. They stay sealed on this device and are sent after you sign in again.`}
          </Text>
        )}
        <Group justify="flex-end" mt="md" gap="sm">
          {(waiting > 0 || audits !== null) && (
            <Button variant="default" onClick={sendNow}>
              Send now
            </Button>
          )}
          <Button variant="default" onClick={leave.yes} loading={leave.running}>
            {waiting > 0 ? 'Sign out and delete' : 'Yes'}
          </Button>
          <Button onClick={leave.no} data-autofocus>
            No
          </Button>
        </Group>
      </Modal>
      <Modal opened={leave.problem !== null} onClose={leave.no} title="Error" size="sm">
        <Text role="alert">{leave.problem}</Text>
        <Group justify="flex-end" mt="md" gap="sm">
          <Button variant="default" onClick={leave.here}>
            Sign out on this device
          </Button>
          <Button onClick={leave.yes} loading={leave.running} data-autofocus>
            Try again
          </Button>
        </Group>
      </Modal>
    </>
  );
}
