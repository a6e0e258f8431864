import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { formatPhone } from '@aangan/web/format.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Line } from '@aangan/web/ui/order-line.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { useConfirm } from '@aangan/web/ui/use-confirm.tsx';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { guestContract as contract } from './response.contract.ts';

type Guest = OutputOf<typeof contract.list>[number];

/** Trainers from outside of one training, on its page. */
interface GuestsProps {
  trainingId: string;
  changes: boolean;
  /** While it has not begun. */
  removes: boolean;
  /** It is held in a room of our own, which asks for a sign-in. */
  ownRoom: boolean;
}

export function Guests({ trainingId, changes, removes, ownRoom }: GuestsProps) {
  const query = useQuery(contract.list, { id: trainingId }, { fresh: 0 });
  const [adding, setAdding] = useState(false);
  return (
    <Section
      title="Trainers from outside"
      help={
        ownRoom
          ? 'They have no sign-in: they answer by a link that is sent to them. The own room asks for a sign-in; to meet them online choose a link of another service.'
          : 'They have no sign-in: they answer and join by a link that is sent to them.'
      }
      actions={
        changes ? (
          <Button size="xs" variant="default" onClick={() => setAdding(true)}>
            Add
          </Button>
        ) : null
      }
    >
      <QueryState query={query}>
        {(guests) => (
          <>
            {guests.length === 0 ? <Text c="dimmed">None.</Text> : null}
            {guests.map((guest) => (
              <GuestLine key={guest.id} guest={guest} changes={changes} removes={removes} />
            ))}
          </>
        )}
      </QueryState>
      {adding ? (
        <CommandDialog
          of={contract.add}
          title="Add a trainer from outside"
          text="The link is sent at once."
          confirm="Add and send the link"
          start={{ id: trainingId, kind: 'Expert' }}
          refresh={['training-guest', 'training']}
          done="Added. The link is on its way."
          onClose={() => setAdding(false)}
        />
      ) : null}
    </Section>
  );
}

function GuestLine({ guest, changes, removes }: { guest: Guest; changes: boolean; removes: boolean }) {
  const confirm = useConfirm();
  const remove = useCommand(contract.remove, {
    refresh: ['training-guest', 'training'],
    onError: (error) => notice.error(error),
  });
  const send = useCommand(contract.send, {
    onDone: () => notice.ok('The link is on its way.'),
    onError: (error) => notice.error(error),
  });
  const takeOut = async () => {
    const sure = await confirm({
      title: `Remove ${guest.name}`,
      text: 'The link no longer works.',
      confirm: 'Remove',
      danger: true,
    });
    if (sure) await remove.run({ id: guest.id });
  };
  return (
    <Line
      end={
        changes ? (
          <>
            <Button
              size="xs"
              variant="subtle"
              loading={send.running}
              onClick={() => void send.run({ id: guest.id })}
            >
              Send link again
            </Button>
            {removes ? (
              <Button size="xs" variant="subtle" color="danger" onClick={() => void takeOut()}>
                Remove
              </Button>
            ) : null}
          </>
        ) : null
      }
    >
      <Group gap="sm">
        <Text>{guest.name}</Text>
        <StatusTag area="training-response" state={guest.response} />
      </Group>
      <Text size="sm" c="dimmed">
        {[guest.kind, formatPhone(guest.mobile), guest.reason].filter(Boolean).join(' · ')}
      </Text>
    </Line>
  );
}
