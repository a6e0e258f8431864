import { Button, Group, Modal, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { useText } from '../text/text.tsx';

// Forms on the screen that may hold unsaved entries: the shell asks before it changes the centre under them.
const onScreen = new Set<() => boolean>();

/** Whether a form on this screen holds entries that were not saved. */
export const hasUnsaved = (): boolean => [...onScreen].some((guards) => guards());

/** Asks before unsaved entries are left behind: inside the app with a dialog, on reload and close with the browser's. */
export function UnsavedGuard({ guards, onLeave }: { guards: () => boolean; onLeave?: () => void }) {
  const t = useText();
  const latest = useRef(guards);
  latest.current = guards;
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && latest.current(),
  );

  useEffect(() => {
    const here = () => latest.current();
    onScreen.add(here);
    return () => {
      onScreen.delete(here);
    };
  }, []);

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (latest.current()) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, []);

  const leave = () => {
    onLeave?.();
    blocker.proceed?.();
  };
  return (
    <Modal
      opened={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      title={t('form.unsavedTitle')}
    >
      <Text>{t('form.unsavedText')}</Text>
      <Group justify="flex-end" mt="md" gap="sm">
        <Button variant="default" onClick={leave}>
          {t('action.discard')}
        </Button>
        <Button onClick={() => blocker.reset?.()} data-autofocus>
          {t('action.stay')}
        </Button>
      </Group>
    </Modal>
  );
}
