import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { formatCount } from '@aangan/web/format.ts';
import { DialogFoot } from '@aangan/web/ui/dialog-foot.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { InstantText } from '@aangan/web/ui/values.tsx';
import { Alert, Button, Checkbox, Group, Modal, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { userLook } from '../franchisee/franchisee-look.tsx';
import { userMergeContract } from './user-merge.contract.ts';

type Preview = OutputOf<typeof userMergeContract.preview>;

/** Joins this account with another of the same person: which one stays, what moves, and that there is no way back. */
export function MergeUser({ userId, name, onClose }: { userId: string; name: string; onClose: () => void }) {
  const [other, setOther] = useState<string | null>(null);
  const [keepThis, setKeepThis] = useState(true);
  const ids = other === null ? null : keepThis ? [userId, other] : [other, userId];
  return (
    <Modal opened onClose={onClose} title={`Join ${name} with another account`} size="lg">
      <Stack gap="md">
        <FieldInput
          kind="reference"
          to="user"
          label="The other account of the same person"
          value={other}
          onChange={(id) => setOther(typeof id === 'string' ? id : null)}
        />
        {ids ? (
          <Chosen
            key={ids.join()}
            keepId={ids[0] ?? ''}
            dropId={ids[1] ?? ''}
            turn={() => setKeepThis(!keepThis)}
            onClose={onClose}
          />
        ) : (
          <Text c="dimmed">You see first what would move. Nothing happens before you confirm it.</Text>
        )}
      </Stack>
    </Modal>
  );
}

interface Pair {
  keepId: string;
  dropId: string;
  turn: () => void;
  onClose: () => void;
}

function Chosen({ keepId, dropId, turn, onClose }: Pair) {
  const query = useQuery(userMergeContract.preview, { keepId, dropId }, { fresh: 0 });
  return (
    <QueryState query={query}>
      {(preview) => <Decide preview={preview} turn={turn} onClose={onClose} />}
    </QueryState>
  );
}

function Decide({ preview, turn, onClose }: { preview: Preview; turn: () => void; onClose: () => void }) {
  const navigate = useNavigate();
  const [sure, setSure] = useState(false);
  const { keep, drop } = preview;
  const merge = useCommand(userMergeContract.merge, {
    onDone: ({ id, roles }) => {
      notice.ok(roles === 1 ? 'Joined. 1 role moved.' : `Joined. ${formatCount(roles)} roles moved.`);
      onClose();
      void navigate(`/user/view/${id}`);
    },
  });
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Side title="Stays" account={keep} />
        <Side title="Is switched off" account={drop} />
      </SimpleGrid>
      <div>
        <Button variant="default" size="xs" leftSection={<IconArrowsExchange size={16} />} onClick={turn}>
          Keep the other one
        </Button>
      </div>
      {preview.problem ? <Alert color="danger" title={preview.problem} /> : <WhatMoves preview={preview} />}
      <Checkbox
        label="It is the same person, and I know that this cannot be undone."
        checked={sure}
        disabled={preview.problem !== null}
        onChange={(event) => setSure(event.currentTarget.checked)}
      />
      <DialogFoot error={merge.error} onCancel={onClose}>
        <Button
          color="danger"
          disabled={!sure || preview.problem !== null}
          loading={merge.running}
          onClick={() => void merge.run({ keepId: keep.id, dropId: drop.id }, { ifMatch: drop.version })}
        >
          Join the accounts
        </Button>
      </DialogFoot>
    </Stack>
  );
}

function Side({ title, account }: { title: string; account: Preview['keep'] }) {
  return (
    <div>
      <Text size="sm" c="dimmed">
        {title}
      </Text>
      <Group gap="xs">
        <Text fw={600}>{account.name}</Text>
        <StatusTag area={userLook} state={account.state} />
      </Group>
      <Text size="sm">{[account.email, account.mobile].filter(Boolean).join(' · ') || '–'}</Text>
      <Text size="sm">{account.homeCentre}</Text>
      <Text size="sm" c="dimmed">
        Last sign-in <InstantText at={account.lastSignInAt} ago />
      </Text>
    </div>
  );
}

function WhatMoves({ preview }: { preview: Preview }) {
  const lines = [
    ...preview.roles.map((role) =>
      role.held ? `${role.role} · ${role.where}: is there already` : `${role.role} · ${role.where}`,
    ),
    ...preview.codes.map((code) => `Approval: ${code}`),
    ...preview.work.map((work) => `${formatCount(work.n)} ${work.title}`),
    ...preview.gains.map((gain) => `${gain.label}: ${gain.value}`),
  ];
  return (
    <Stack gap="xs">
      <Text fw={500}>What moves</Text>
      {lines.length === 0 ? (
        <Text size="sm">Nothing: the other account holds nothing.</Text>
      ) : (
        <ul style={{ margin: 0, paddingInlineStart: 20 }}>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      <Text size="sm" c="dimmed">
        Everything the other account did stays in its history and is shown under the name that stays.
        {preview.endsSignIn.length > 0
          ? ` Nobody signs in with ${preview.endsSignIn.join(' or ')} any more.`
          : ''}
      </Text>
    </Stack>
  );
}
