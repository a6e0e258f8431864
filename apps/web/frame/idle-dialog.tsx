import { startBusy } from '@aangan/web/api/busy.ts';
import { call } from '@aangan/web/api/call.ts';
import { Button, Group, Modal, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { sessionContract } from '../../../areas/shell/session.contract.ts';
import { forgetSession } from '../session.ts';
import { useShell } from '../session-state.ts';
import { lastCallAt, lastInputAt, tellOtherTabs } from './idle-clock.ts';

const WARN_S = 60;
// Somebody who types without calling keeps the session alive by a call of its own.
const KEEP_ALIVE_MS = 120_000;

const stayIn = () => void call(sessionContract.me, {}).catch(() => undefined);

/** 'You will be signed out in {60} seconds', a minute before the idle limit (shell.md 4.3); only while online. */
export function IdleDialog() {
  const { phase, idleSeconds } = useShell();
  const [left, setLeft] = useState<number | null>(null);
  const leave = () => {
    setLeft(null);
    // What was typed keeps its way back: this is the clock's doing, not the user's.
    void call(sessionContract.signOut, {}, { ownUnauthorised: true }).catch(() => undefined);
    forgetSession('ended');
  };

  useEffect(() => {
    if (phase !== 'in') return;
    startBusy()(); // this page load is the first sign of life
    const timer = setInterval(() => {
      tellOtherTabs();
      const last = lastCallAt();
      const rest = Math.ceil((last + idleSeconds * 1000 - Date.now()) / 1000);
      if (rest > WARN_S && lastInputAt() > last && Date.now() - last > KEEP_ALIVE_MS) stayIn();
      setLeft(rest <= WARN_S && navigator.onLine ? Math.max(rest, 0) : null);
    }, 1000);
    return () => clearInterval(timer);
  }, [phase, idleSeconds]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only the end of the minute matters
  useEffect(() => {
    if (left === 0) leave();
  }, [left]);

  return (
    <Modal opened={left !== null && left > 0} onClose={stayIn} title="Are you still there?" size="sm">
      <Text>You will be signed out in {left} seconds</Text>
      <Group justify="flex-end" mt="md" gap="sm">
        <Button variant="default" onClick={leave}>
          Sign out
        </Button>
        <Button onClick={stayIn} data-autofocus>
          Stay signed in
        </Button>
      </Group>
    </Modal>
  );
}
