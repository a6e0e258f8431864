import { useQuery } from '@aangan/web/api/use-query.ts';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { dayContract as contract } from './day.contract.ts';
import { DayBlocks } from './day-blocks.tsx';

/** Somebody else saved this day meanwhile: theirs is shown, and one of the two goes on. */
export function StaleDay({
  id,
  onTheirs,
  onMine,
}: {
  id: string;
  onTheirs: () => void;
  onMine: (over: number) => void;
}) {
  const query = useQuery(contract.get, { id }, { fresh: 0 });
  return (
    // Only a button decides: an Escape would throw away what was typed.
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      size="lg"
      title="Somebody else changed this day"
    >
      <QueryState query={query}>
        {(day) => (
          <Stack gap="md">
            <Text>
              {day.draftBy ?? 'Another author'} saved what stands below. Yours is still in the page behind.
            </Text>
            <Group>
              <Button variant="default" onClick={onTheirs}>
                Go on with theirs
              </Button>
              <Button onClick={() => onMine(day.version)}>Save mine over it</Button>
            </Group>
            <Text fw={600}>{day.content.title}</Text>
            <Text>{day.content.objective}</Text>
            <DayBlocks content={day.content} known={day.known} />
          </Stack>
        )}
      </QueryState>
    </Modal>
  );
}
