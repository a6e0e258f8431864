import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { todayIst } from '@aangan/contract/period.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { DialogFoot } from '@aangan/web/ui/dialog-foot.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { useConfirm } from '@aangan/web/ui/use-confirm.tsx';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { TermBars } from '../term-bars.tsx';
import { grantInput, type RoleChoice, RoleFields } from './role-fields.tsx';
import { userContract } from './user.contract.ts';

type User = OutputOf<typeof userContract.view>;
type Grant = User['grants'][number];

/** Dated roles as bars: what holds today, what begins, what has ended; given, extended and ended here. */
export function UserGrants({ user }: { user: User }) {
  const [giving, setGiving] = useState(false);
  const [extending, setExtending] = useState<Grant | null>(null);
  const confirm = useConfirm();
  const end = useCommand(userContract.endGrant, {
    onDone: () => notice.ok('The role has ended.'),
    onError: (error) => notice.error(error),
  });
  const ask = async (grant: Grant) => {
    const sure = await confirm({
      title: `End ${grant.description}?`,
      text: `It ends at ${grant.where} within a second.`,
      confirm: 'End role',
      danger: true,
    });
    if (sure) await end.run({ grantId: grant.id });
  };
  return (
    <Section
      title="Roles"
      help={user.can['grant'] ? undefined : 'Your own roles cannot be edited: Ask another administrator.'}
      actions={
        user.can['grant'] ? (
          <Button size="xs" variant="default" onClick={() => setGiving(true)}>
            Give a role
          </Button>
        ) : undefined
      }
    >
      {user.grants.length === 0 ? (
        <EmptyState title="No role yet" help="Without a role nobody sees anything." />
      ) : (
        <TermBars
          label="Roles over time"
          terms={user.grants.map((grant) => ({
            key: grant.id,
            label: grant.description,
            from: grant.from,
            to: grant.to,
            tone: toneOf(grant),
            note: <GrantNote grant={grant} user={user} end={ask} extend={setExtending} />,
          }))}
        />
      )}
      {giving ? <GiveRole user={user} onClose={() => setGiving(false)} /> : null}
      {extending ? <ExtendGrant grant={extending} onClose={() => setExtending(null)} /> : null}
    </Section>
  );
}

const toneOf = (grant: Grant): 'success' | 'info' | 'neutral' =>
  grant.ended ? 'neutral' : grant.from > todayIst(serverNow()) ? 'info' : 'success';

function GrantNote({
  grant,
  user,
  end,
  extend,
}: {
  grant: Grant;
  user: User;
  end: (grant: Grant) => void;
  extend: (grant: Grant) => void;
}) {
  const reach =
    grant.centres === null ? 'all centres' : grant.centres === 1 ? '1 centre' : `${grant.centres} centres`;
  return (
    <Stack gap={2}>
      <Text size="sm">
        {grant.where}
        {grant.ended ? '' : ` · ${reach}`}
      </Text>
      {grant.reason || grant.by ? (
        <Text size="sm" c="dimmed">
          {[grant.reason, grant.by && `by ${grant.by}`].filter(Boolean).join(' · ')}
        </Text>
      ) : null}
      {grant.ended ? (
        <span>
          <Tag tone="neutral">ended</Tag>
        </span>
      ) : user.can['endGrant'] ? (
        <Group gap={4} className="no-print">
          {grant.to === null ? null : (
            <Button size="compact-xs" variant="subtle" onClick={() => extend(grant)}>
              Extend
            </Button>
          )}
          <Button size="compact-xs" variant="subtle" color="danger" onClick={() => end(grant)}>
            End
          </Button>
        </Group>
      ) : null}
    </Stack>
  );
}

function ExtendGrant({ grant, onClose }: { grant: Grant; onClose: () => void }) {
  const [to, setTo] = useState<string | null>(grant.to);
  const extend = useCommand(userContract.extendGrant, {
    onDone: () => {
      notice.ok('The last day is moved.');
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title={`${grant.description}: until when?`}>
      <Stack>
        <FieldInput
          kind="date"
          label="Until"
          optional
          earliest={todayIst(serverNow())}
          value={to}
          onChange={(value) => setTo((value as string | null) ?? null)}
        />
        <DialogFoot error={extend.error} onCancel={onClose}>
          <Button loading={extend.running} onClick={() => void extend.run({ grantId: grant.id, to })}>
            Save
          </Button>
        </DialogFoot>
      </Stack>
    </Modal>
  );
}

/** One more role, from today or a later day, for a time or without end. */
export function GiveRole({ user, onClose }: { user: User; onClose: () => void }) {
  const [choice, setChoice] = useState<RoleChoice>({ scope: 'CENTRE' });
  const [errors, setErrors] = useState<Readonly<Record<string, unknown>>>({});
  const grant = useCommand(userContract.grant, {
    onDone: () => {
      notice.ok('The role is given.');
      onClose();
    },
    onError: (error) => setErrors(error.fields),
  });
  const input = grantInput(choice);
  const ready = input.roleId !== undefined && input.scope !== undefined;
  return (
    <Modal opened onClose={onClose} title={`Give ${user.firstName} a role`} size="lg">
      <Stack>
        <RoleFields value={choice} onChange={setChoice} errors={errors} prefix="grant." />
        <DialogFoot error={grant.error} fieldsTell onCancel={onClose}>
          <Button
            disabled={!ready}
            loading={grant.running}
            onClick={() =>
              void grant.run({
                userId: user.id,
                grant: { ...input, roleId: input.roleId ?? 0, scope: input.scope ?? 'CENTRE' },
              })
            }
          >
            Give role
          </Button>
        </DialogFoot>
      </Stack>
    </Modal>
  );
}
