import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { PersonHeader } from '@aangan/web/ui/person-header.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { StatusTag, Tag } from '@aangan/web/ui/status-tag.tsx';
import { useConfirm } from '@aangan/web/ui/use-confirm.tsx';
import { DateText, EmailText, InstantText, PhoneText } from '@aangan/web/ui/values.tsx';
import { Button, Group, Modal, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { useParams } from 'react-router';
import { userLook } from '../franchisee/franchisee-look.tsx';
import { DisableUser } from './disable-user.tsx';
import { grantInput, type RoleChoice, RoleFields } from './role-fields.tsx';
import { userContract } from './user.contract.ts';

type User = OutputOf<typeof userContract.view>;

export function UserView() {
  const { adminUserID } = useParams();
  const { me } = useSession();
  const userId = adminUserID ?? String(me?.id ?? '');
  const query = useQuery(userContract.view, { userId }, { enabled: userId !== '' });
  return <QueryState query={query}>{(user) => <Sheet user={user} />}</QueryState>;
}

function Sheet({ user }: { user: User }) {
  const [open, setOpen] = useState<'role' | 'off' | null>(null);
  const name = `${user.firstName} ${user.lastName}`.trim();
  const told = { onError: (error: Parameters<typeof notice.error>[0]) => notice.error(error) };
  const resend = useCommand(userContract.resendInvite, {
    ...told,
    onDone: () => notice.ok('The invitation is on its way again.'),
  });
  const enable = useCommand(userContract.enable, {
    ...told,
    onDone: () => notice.ok(`${name} is invited again.`),
  });
  const endSessions = useCommand(userContract.endSessions, {
    ...told,
    onDone: ({ ended }) => notice.ok(ended === 1 ? '1 session ended.' : `${ended} sessions ended.`),
  });
  return (
    <PageFrame
      title={name}
      crumbs={[{ label: 'Users', to: '/user/page/1' }]}
      {...(user.can.grant ? { primary: { label: 'Give a role', run: () => setOpen('role') } } : {})}
      menu={[
        { label: 'Edit', to: `/user/edit/${user.id}`, hidden: !user.can.update },
        {
          label: 'Send the invitation again',
          run: () => void resend.run({ userId: user.id }),
          hidden: !user.can.resendInvite,
        },
        {
          label: 'Sign out everywhere',
          run: () => void endSessions.run({ userId: user.id }),
          hidden: !user.can.update || user.state !== 'ACTIVE',
        },
        {
          label: 'Bring back',
          run: () => void enable.run({ userId: user.id }, { ifMatch: user.version }),
          hidden: !user.can.enable,
        },
        { label: 'Switch off', run: () => setOpen('off'), hidden: !user.can.disable, danger: true },
      ]}
    >
      <Stack gap="lg">
        <PersonHeader
          name={name}
          state={<StatusTag area={userLook} state={user.state} />}
          facts={[
            { label: 'E-mail', value: <EmailText email={user.email} /> },
            { label: 'Mobile', value: <PhoneText phone={user.mobile} /> },
            { label: 'Home', value: user.homeCentre },
            { label: 'Department', value: user.department ?? '–' },
            { label: 'Reports to', value: user.reportsTo ?? '–' },
            { label: 'Last sign-in', value: <InstantText at={user.lastSignInAt} ago /> },
          ]}
        />
        {user.disableReason ? <Text c="dimmed">Switched off: {user.disableReason}</Text> : null}
        <PageTabs
          tabs={[
            {
              value: 'roles',
              label: 'Roles',
              count: user.grants.filter((grant) => !grant.ended).length,
              content: <Grants user={user} />,
            },
            {
              value: 'rights',
              label: 'What they may do',
              count: user.modules.length,
              content: <Rights user={user} />,
            },
            {
              value: 'codes',
              label: 'Approval codes',
              count: user.codes.length,
              content: (
                <Section title="Approval codes">
                  <Stack gap={4}>
                    {user.codes.length === 0 ? (
                      <Text c="dimmed">None.</Text>
                    ) : (
                      user.codes.map((code) => (
                        <Text key={`${code.code} ${code.where}`}>
                          {code.title} · {code.where}
                        </Text>
                      ))
                    )}
                  </Stack>
                </Section>
              ),
            },
          ]}
        />
      </Stack>
      {open === 'role' ? <GiveRole user={user} onClose={() => setOpen(null)} /> : null}
      {open === 'off' ? <DisableUser userId={user.id} name={name} onClose={() => setOpen(null)} /> : null}
    </PageFrame>
  );
}

function Grants({ user }: { user: User }) {
  const confirm = useConfirm();
  const end = useCommand(userContract.endGrant, {
    onDone: () => notice.ok('The role has ended.'),
    onError: (error) => notice.error(error),
  });
  const ask = async (grant: User['grants'][number]) => {
    if (
      await confirm({
        title: `End ${grant.description}?`,
        text: `It ends at ${grant.where} within a second.`,
        confirm: 'End role',
        danger: true,
      })
    )
      await end.run({ grantId: grant.id });
  };
  return (
    <Section title="Roles" flush>
      <Table.ScrollContainer minWidth={560}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Role</Table.Th>
              <Table.Th>Where</Table.Th>
              <Table.Th>From</Table.Th>
              <Table.Th>Until</Table.Th>
              <Table.Th />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {user.grants.map((grant) => (
              <Table.Tr key={grant.id}>
                <Table.Td>{grant.description}</Table.Td>
                <Table.Td>{grant.where}</Table.Td>
                <Table.Td>
                  <DateText day={grant.from} />
                </Table.Td>
                <Table.Td>
                  <DateText day={grant.to} />
                </Table.Td>
                <Table.Td align="right">
                  {grant.ended ? (
                    <Tag tone="neutral">ended</Tag>
                  ) : user.can.endGrant ? (
                    <Button size="compact-sm" variant="subtle" color="red" onClick={() => void ask(grant)}>
                      End
                    </Button>
                  ) : null}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Section>
  );
}

function Rights({ user }: { user: User }) {
  if (user.superAdmin)
    return (
      <Section title="What they may do">
        <Text>Super Admin: everything, at every centre.</Text>
      </Section>
    );
  return (
    <Section title="What they may do" help="By the open roles, at the places of each role.">
      <Group gap="xs">
        {user.modules.map((module) => (
          <Tag
            key={module.module}
            tone={module.change ? 'success' : 'neutral'}
          >{`${module.title}${module.change ? '' : ' (look)'}`}</Tag>
        ))}
      </Group>
    </Section>
  );
}

function GiveRole({ user, onClose }: { user: User; onClose: () => void }) {
  const [choice, setChoice] = useState<RoleChoice>({ scope: 'CENTRE' });
  const [errors, setErrors] = useState<Readonly<Record<string, unknown>>>({});
  const grant = useCommand(userContract.grant, {
    onDone: () => {
      notice.ok('The role is given.');
      onClose();
    },
    onError: (error) => (error.fields ? setErrors(error.fields) : notice.error(error)),
  });
  const input = grantInput(choice);
  const ready = input.roleId !== undefined && input.scope !== undefined;
  return (
    <Modal opened onClose={onClose} title={`Give ${user.firstName} a role`} size="lg">
      <Stack>
        <RoleFields value={choice} onChange={setChoice} errors={errors} prefix="grant." />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
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
        </Group>
      </Stack>
    </Modal>
  );
}
