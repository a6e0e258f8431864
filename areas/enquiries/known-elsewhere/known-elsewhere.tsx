import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Alert, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { knownElsewhereContract } from './known-elsewhere.contract.ts';

/** After an enquiry was saved: its family is known at another centre, and that is all that is said. */
export function KnownElsewhere({ enquiryId }: { enquiryId: string }) {
  const look = useQuery(knownElsewhereContract.look, { id: enquiryId }, { background: true });
  const [asked, setAsked] = useState(false);
  const ask = useCommand(knownElsewhereContract.ask, {
    onDone: () => setAsked(true),
    onError: (error) => notice.error(error),
  });
  if (!look.data?.known) return null;
  return (
    <Alert color="info" variant="light">
      <Group gap="sm" justify="space-between">
        <Text>This family is known at another centre of the network.</Text>
        {asked ? (
          <Text role="status">That centre was asked. It may get in touch with you.</Text>
        ) : (
          <Button
            variant="default"
            size="compact-md"
            loading={ask.running}
            onClick={() => void ask.run({ id: enquiryId })}
          >
            Ask to be connected
          </Button>
        )}
      </Group>
    </Alert>
  );
}
