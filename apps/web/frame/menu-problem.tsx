import { Button, Group, Modal, Text } from '@mantine/core';
import { loadMenu } from '../session-menu.ts';
import { setSession, useShell } from '../session-state.ts';

/** The menu could not be loaded: a danger dialog with the message (specification 8); the cached menu stays. */
export function MenuProblem() {
  const { menuProblem } = useShell();
  const close = () => setSession({ menuProblem: null });
  return (
    <Modal opened={menuProblem !== null} onClose={close} title="The menu could not be loaded" size="sm">
      <Text c="var(--a-danger-text)" role="alert">
        {menuProblem}
      </Text>
      <Group justify="flex-end" mt="md" gap="sm">
        <Button variant="default" onClick={close}>
          Close
        </Button>
        <Button
          color="danger"
          data-autofocus
          onClick={() => {
            close();
            void loadMenu();
          }}
        >
          Try again
        </Button>
      </Group>
    </Modal>
  );
}
