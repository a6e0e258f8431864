import { useCommand } from '@aangan/web/api/use-command.ts';
import { ConfirmDialog } from '@aangan/web/ui/confirm-dialog.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { exceptionContract } from './exception.contract.ts';

/** Asks for an age exception; somebody else with the approval code decides. */
export function AskAgeException({ applicantId, days }: { applicantId: string; days: number }) {
  const [asking, setAsking] = useState(false);
  const ask = useCommand(exceptionContract.ask, {
    refresh: ['exception'],
    onDone: () => notice.ok('The exception is asked for. Another person decides.'),
  });
  return (
    <Group mt="sm">
      <Button variant="default" size="compact-sm" onClick={() => setAsking(true)}>
        Ask for an exception
      </Button>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={`Ask for an exception of ${days} days?`}
        text="Another person who holds the approval decides."
        confirm="Ask"
        reason={{ label: 'Why should this child start now?', required: true, max: 300 }}
        run={async (reason) => {
          if ((await ask.run({ applicantId, what: 'AGE', reason })) === null)
            throw ask.error ?? new Error('This did not work. Try again.');
        }}
      />
    </Group>
  );
}
