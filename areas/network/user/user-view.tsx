import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { call } from '@aangan/web/api/call.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatDay } from '@aangan/web/format.ts';
import { part } from '@aangan/web/part.ts';
import { HistoryPanel } from '@aangan/web/record/history-panel.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { PersonHeader } from '@aangan/web/ui/person-header.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { EmailText, InstantText, PhoneText } from '@aangan/web/ui/values.tsx';
import { Alert, Anchor, Stack, Text } from '@mantine/core';
import { Suspense, useState } from 'react';
import { Link, useParams } from 'react-router';
import { userLook } from '../franchisee/franchisee-look.tsx';
import { saveSheet } from '../save-sheet.tsx';
import { DisableUser } from './disable-user.tsx';
import { MoveHome } from './move-home.tsx';
import { OpenWork } from './open-work.tsx';
import { PauseUser } from './pause-user.tsx';
import { userContract } from './user.contract.ts';
import { userAccountContract } from './user-account.contract.ts';
import { UserCodes } from './user-codes.tsx';
import { GiveRole, UserGrants } from './user-grants.tsx';
import { Rights } from './user-rights.tsx';
import { UserSecurity } from './user-security.tsx';

const MergeUser = part(() => import('./merge-user.tsx'), 'MergeUser');
const ViewAs = part(() => import('./view-as.tsx'), 'ViewAs');

type User = OutputOf<typeof userContract.view>;

/** One person all around; without an id oneself. */
export function UserView() {
  const { adminUserID } = useParams();
  const { me } = useSession();
  const userId = adminUserID ?? String(me?.id ?? '');
  const query = useQuery(userContract.view, { userId }, { enabled: userId !== '' });
  return <QueryState query={query}>{(user) => <Sheet user={user} />}</QueryState>;
}

type Dialog = 'role' | 'off' | 'pause' | 'home' | 'view-as' | 'merge' | null;

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
        {
          label: 'Access letter',
          run: () => void saveSheet(call(userAccountContract.accessLetter, { userId: user.id })),
        },
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
        {
          label: 'Join with another account',
          run: () => setOpen('merge'),
          hidden: !user.can['merge'],
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
              content: <Histories user={user} />,
            },
          ]}
        />
      </Stack>
      {open === 'role' ? <GiveRole user={user} onClose={close} /> : null}
      {open === 'off' ? <DisableUser userId={user.id} name={name} onClose={close} /> : null}
      {open === 'pause' ? <PauseUser userId={user.id} name={name} onClose={close} /> : null}
      {open === 'home' ? <MoveHome user={user} onClose={close} /> : null}
      <Suspense fallback={null}>
        {open === 'merge' ? <MergeUser userId={user.id} name={name} onClose={close} /> : null}
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
          ...(user.department ? [{ label: 'Department', value: user.department }] : []),
          ...(user.reportsTo ? [{ label: 'Reports to', value: user.reportsTo }] : []),
          { label: 'Last sign-in', value: <InstantText at={user.lastSignInAt} ago /> },
        ]}
      />
      {user.state === 'SUSPENDED' ? (
        <Alert color="warning" title="Paused">
          {user.suspendReason}
          {user.suspendedUntil ? ` Until ${formatDay(user.suspendedUntil)}.` : ''}
        </Alert>
      ) : null}
      {user.mergedInto ? (
        <Alert color="info" title="Joined with another account">
          Everything of this account is shown under{' '}
          <Anchor component={Link} to={`/user/view/${user.mergedInto.id}`}>
            {user.mergedInto.name}
          </Anchor>
          . It stays switched off.
        </Alert>
      ) : null}
      {user.disableReason && !user.mergedInto ? (
        <Text c="dimmed">Switched off: {user.disableReason}</Text>
      ) : null}
    </>
  );
}

/** The history of the account and of those that were joined with it. */
function Histories({ user }: { user: User }) {
  return (
    <Stack gap="lg">
      <HistoryPanel kind="user-account" id={user.id} />
      {user.joined.map((account) => (
        <HistoryPanel
          key={account.id}
          kind="user-account"
          id={account.id}
          title={`History of the joined account ${account.name}`}
        />
      ))}
    </Stack>
  );
}
