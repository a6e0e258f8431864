import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { formatCount, formatDay } from '@aangan/web/format.ts';
import { HistoryPanel } from '@aangan/web/record/history-panel.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { PersonHeader } from '@aangan/web/ui/person-header.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { StatusTag, Tag } from '@aangan/web/ui/status-tag.tsx';
import { EmailText, InstantText, PhoneText } from '@aangan/web/ui/values.tsx';
import { Alert, Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useParams } from 'react-router';
import { userLook } from '../franchisee/franchisee-look.tsx';
import { DisableUser } from './disable-user.tsx';
import { PauseUser } from './pause-user.tsx';
import { userContract } from './user.contract.ts';
import { userAccountContract } from './user-account.contract.ts';
import { UserCodes } from './user-codes.tsx';
import { GiveRole, UserGrants } from './user-grants.tsx';
import { UserSecurity } from './user-security.tsx';

const ViewAs = lazy(() => import('./view-as.tsx').then((m) => ({ default: m.ViewAs })));

type User = OutputOf<typeof userContract.view>;

/** One person all around; without an id oneself. */
export function UserView() {
  const { adminUserID } = useParams();
  const { me } = useSession();
  const userId = adminUserID ?? String(me?.id ?? '');
  const query = useQuery(userContract.view, { userId }, { enabled: userId !== '' });
  return <QueryState query={query}>{(user) => <Sheet user={user} />}</QueryState>;
}

type Dialog = 'role' | 'off' | 'pause' | 'home' | 'view-as' | null;

function Sheet({ user }: { user: User }) {
  const [open, setOpen] = useState<Dialog>(null);
  const name = `${user.firstName} ${user.lastName}`.trim();
  const told = { onError: (error: Parameters<typeof notice.error>[0]) => notice.error(error) };
  const resend = useCommand(userAccountContract.resendInvite, {
    ...told,
    onDone: () => notice.ok('The invitation is on its way again.'),
  });
  const enable = useCommand(userAccountContract.enable, {
    ...told,
    onDone: () => notice.ok(`${name} is invited again.`),
  });
  const resume = useCommand(userAccountContract.resume, {
    ...told,
    onDone: () => notice.ok(`${name} can sign in again.`),
  });
  const close = () => setOpen(null);
  return (
    <PageFrame
      title={name}
      crumbs={[{ label: 'Users', to: '/user/page/1' }]}
      {...(user.can['grant'] && user.state !== 'DISABLED'
        ? { primary: { label: 'Give a role', run: () => setOpen('role') } }
        : {})}
      menu={[
        { label: 'Edit', to: `/user/edit/${user.id}`, hidden: !user.can['update'] },
        { label: 'Move to another centre', run: () => setOpen('home'), hidden: !user.can['transferHome'] },
        {
          label: 'Send the invitation again',
          run: () => void resend.run({ userId: user.id }),
          hidden: !user.can['resendInvite'],
        },
        { label: 'View as', run: () => setOpen('view-as'), hidden: !user.can['viewAs'] },
        { label: 'Pause', run: () => setOpen('pause'), hidden: !user.can['suspend'] },
        {
          label: 'End the pause',
          run: () => void resume.run({ userId: user.id }, { ifMatch: user.version }),
          hidden: !user.can['resume'],
        },
        {
          label: 'Bring back',
          run: () => void enable.run({ userId: user.id }, { ifMatch: user.version }),
          hidden: !user.can['enable'],
        },
        { label: 'Switch off', run: () => setOpen('off'), hidden: !user.can['disable'], danger: true },
      ]}
    >
      <Stack gap="lg">
        <Card user={user} name={name} />
        <PageTabs
          tabs={[
            {
              value: 'roles',
              label: 'Roles',
              count: user.grants.filter((grant) => !grant.ended).length,
              content: <UserGrants user={user} />,
            },
            {
              value: 'rights',
              label: 'What they may do',
              count: user.modules.length,
              content: <Rights user={user} />,
            },
            { value: 'work', label: 'Open work', content: <OpenWork user={user} /> },
            {
              value: 'codes',
              label: 'Approval codes',
              count: user.codes.length,
              content: <UserCodes user={user} />,
            },
            { value: 'security', label: 'Devices and sign-ins', content: <UserSecurity user={user} /> },
            {
              value: 'history',
              label: 'History',
              content: <HistoryPanel kind="user-account" id={user.id} />,
            },
          ]}
        />
      </Stack>
      {open === 'role' ? <GiveRole user={user} onClose={close} /> : null}
      {open === 'off' ? <DisableUser userId={user.id} name={name} onClose={close} /> : null}
      {open === 'pause' ? <PauseUser userId={user.id} name={name} onClose={close} /> : null}
      {open === 'home' ? <MoveHome user={user} onClose={close} /> : null}
      <Suspense fallback={null}>
        {open === 'view-as' ? <ViewAs userId={user.id} onClose={close} /> : null}
      </Suspense>
    </PageFrame>
  );
}

function Card({ user, name }: { user: User; name: string }) {
  return (
    <>
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
      {user.state === 'SUSPENDED' ? (
        <Alert color="warning" title="Paused">
          {user.suspendReason}
          {user.suspendedUntil ? ` Until ${formatDay(user.suspendedUntil)}.` : ''}
        </Alert>
      ) : null}
      {user.disableReason ? <Text c="dimmed">Switched off: {user.disableReason}</Text> : null}
    </>
  );
}

function Rights({ user }: { user: User }) {
  if (user.superAdmin)
    return (
      <Section title="What they may do">
        <Text>Super Admin: everything, at every centre.</Text>
      </Section>
    );
  const areas = [...new Set(user.modules.map((module) => module.area))];
  return (
    <Section
      title="What they may do"
      help="By the open roles, at the places of each role. Green: may change."
    >
      <Stack gap="md">
        {areas.length === 0 ? <Text c="dimmed">Nothing: there is no open role.</Text> : null}
        {areas.map((area) => (
          <div key={area}>
            <Text size="sm" fw={500} mb={4} tt="capitalize">
              {area}
            </Text>
            <Group gap={4}>
              {user.modules
                .filter((module) => module.area === area)
                .map((module) => (
                  <Tag key={module.module} tone={module.change ? 'success' : 'neutral'}>
                    {module.title}
                  </Tag>
                ))}
            </Group>
          </div>
        ))}
      </Stack>
    </Section>
  );
}

function OpenWork({ user }: { user: User }) {
  const query = useQuery(userAccountContract.workOf, { userId: user.id });
  return (
    <Section title="Open work" help="It is handed over in the same step when the account is switched off.">
      <QueryState query={query}>
        {({ rows }) =>
          rows.length === 0 ? (
            <Text c="dimmed">Nothing stands in this person’s name.</Text>
          ) : (
            <Stack gap="xs">
              {rows.map((row) => (
                <Text key={row.key}>
                  <b className="figures">{formatCount(row.n)}</b> {row.title}
                </Text>
              ))}
            </Stack>
          )
        }
      </QueryState>
    </Section>
  );
}

function MoveHome({ user, onClose }: { user: User; onClose: () => void }) {
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
    onError: (error) => notice.error(error),
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
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
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
        </Group>
      </Stack>
    </Modal>
  );
}
