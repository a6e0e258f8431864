import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { DialogFoot } from '@aangan/web/ui/dialog-foot.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Button, Checkbox, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { userContract } from './user.contract.ts';

type User = OutputOf<typeof userContract.view>;

/** Another home centre; the roles of the old one end unless they are kept. */
export function MoveHome({ user, onClose }: { user: User; onClose: () => void }) {
  const [centre, setCentre] = useState<number | null>(null);
  const [keep, setKeep] = useState(false);
  const move = useCommand(userContract.transferHome, {
    onDone: ({ ended }) => {
      notice.ok(
        ended === 0
          ? 'Moved.'
          : `Moved. ${ended === 1 ? '1 role' : `${ended} roles`} of the old centre ended.`,
      );
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title={`Move ${user.firstName} to another centre`}>
      <Stack>
        <Text>Now at {user.homeCentre}.</Text>
        <FieldInput
          kind="reference"
          to="franchisee"
          label="New home centre"
          value={centre}
          onChange={(id) => setCentre(typeof id === 'number' ? id : null)}
        />
        <Checkbox
          label="Keep the roles at the old centre"
          checked={keep}
          onChange={(event) => setKeep(event.currentTarget.checked)}
        />
        <DialogFoot error={move.error} onCancel={onClose}>
          <Button
            disabled={centre === null}
            loading={move.running}
            onClick={() =>
              centre !== null &&
              void move.run(
                { userId: user.id, franchiseeId: centre, keepRoles: keep },
                { ifMatch: user.version },
              )
            }
          >
            Move
          </Button>
        </DialogFoot>
      </Stack>
    </Modal>
  );
}
