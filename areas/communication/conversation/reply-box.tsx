import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { InstantText } from '@aangan/web/ui/values.tsx';
import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { conversationContract as contract, MOST_REPLY } from './conversation.contract.ts';
import { closedTexts } from './conversation.states.ts';

type View = OutputOf<typeof contract.get>;

/** Free text while WhatsApp takes it; after that why not, and what else there is. */
export function ReplyBox({ view }: { view: View }) {
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const reply = useCommand(contract.reply, {
    onDone: () => {
      setText('');
      notice.ok('It is on its way.');
    },
    onError: (error) => {
      setFault(error.fields['text'] ?? null);
      if (!error.fields['text']) notice.error(error);
    },
  });
  if (!view.can.answer) return null;
  if (view.closed)
    return (
      <Alert color="gray" title="No answer on WhatsApp now">
        {closedTexts[view.closed]}
      </Alert>
    );
  return (
    <Stack gap="xs">
      <Textarea
        label="Answer"
        autosize
        minRows={2}
        maxRows={8}
        maxLength={MOST_REPLY}
        value={text}
        error={fault}
        onChange={(event) => {
          setFault(null);
          setText(event.currentTarget.value);
        }}
      />
      <Group justify="space-between">
        <Text size="sm" className="quiet">
          Free text until <InstantText at={view.openUntil} />
        </Text>
        <Button
          disabled={text.trim() === ''}
          loading={reply.running}
          onClick={() => void reply.run({ id: view.id, text }, { ifMatch: view.version })}
        >
          Send on WhatsApp
        </Button>
      </Group>
    </Stack>
  );
}
