import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { part } from '@aangan/web/part.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { PersonHeader } from '@aangan/web/ui/person-header.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { DateText, InstantText } from '@aangan/web/ui/values.tsx';
import { Button, Group, Stack, Table } from '@mantine/core';
import { Suspense } from 'react';
import { MyRequests } from '../../../areas/shell/access/my-requests.tsx';
import { accessContract } from '../../../areas/shell/access.contract.ts';
import { OwnPhoto } from '../../../areas/shell/profile/own-photo.tsx';
import { profileContract } from '../../../areas/shell/profile.contract.ts';
import { AccessDesk } from '../../../areas/system/access/access-desk.tsx';
import { areaTitle } from '../../../areas/system/system-look.tsx';
import { startSession } from '../session.ts';
import { ChangeContact } from './change-contact.tsx';
import { ProfileSecurity } from './profile-security.tsx';

// Two people of the whole network ever see it.
const ResetDesk = part(() => import('../../../areas/shell/authenticator/reset-desk.tsx'), 'ResetDesk');

const Preferences = part(() => import('./preferences.tsx'), 'Preferences');

type ProfileData = OutputOf<typeof profileContract.get>;

/** /profile: who I am, my security, my access, my preferences. */
export function Profile() {
  const profile = useQuery(profileContract.get, {});
  const { holds, superAdmin } = useSession();
  const decides = holds(['User', 'System']);
  const requests = useQuery(accessContract.requests, {}, { enabled: decides, background: true });
  return (
    <PageFrame title="Profile" crumbs={[]}>
      <QueryState query={profile}>
        {(data) => (
          <Stack gap="lg">
            <PersonHeader
              name={`${data.firstName} ${data.lastName}`.trim()}
              photoUrl={data.photoUrl}
              facts={[
                { label: 'Centre', value: data.homeCentre },
                ...(data.designation ? [{ label: 'Designation', value: data.designation }] : []),
                ...(data.lastSignInAt
                  ? [{ label: 'Last sign-in', value: <InstantText at={data.lastSignInAt} ago /> }]
                  : []),
              ]}
            />
            <PageTabs
              tabs={[
                { value: 'about', label: 'About me', content: <About data={data} /> },
                {
                  value: 'security',
                  label: 'Security',
                  content: <ProfileSecurity passwordSetAt={data.passwordSetAt} />,
                },
                { value: 'access', label: 'My access', content: <Access data={data} /> },
                {
                  value: 'requests',
                  label: 'Requests',
                  hidden: !decides,
                  ...(requests.data ? { count: requests.data.rows.length } : {}),
                  content: (
                    <Stack gap="md">
                      <AccessDesk requests={requests} />
                      <Suspense>{superAdmin && <ResetDesk />}</Suspense>
                    </Stack>
                  ),
                },
                {
                  value: 'preferences',
                  label: 'Preferences',
                  content: (
                    <Suspense>
                      <Preferences own={data.preference} />
                    </Suspense>
                  ),
                },
              ]}
            />
          </Stack>
        )}
      </QueryState>
    </PageFrame>
  );
}

function About({ data }: { data: ProfileData }) {
  const form = useForm(profileContract.update, {
    start: { firstName: data.firstName, lastName: data.lastName },
    toInput: (values) => ({ firstName: values.firstName ?? '', lastName: values.lastName ?? '' }),
    refresh: ['session'],
    onDone: () => {
      notice.ok('Saved');
      startSession().catch(() => undefined);
    },
  });
  return (
    <Stack gap="md">
      <OwnPhoto name={`${data.firstName} ${data.lastName}`.trim()} photoUrl={data.photoUrl} />
      <Section title="Name">
        <Form form={form}>
          <Field name="firstName" label="First name" kind="text" max={60} autoComplete="given-name" />
          <Field name="lastName" label="Last name" kind="text" max={60} optional autoComplete="family-name" />
          <Group>
            <Button type="submit" loading={form.saving} disabled={!form.dirty}>
              Save name
            </Button>
          </Group>
        </Form>
      </Section>
      <ChangeContact email={data.email} mobile={data.mobile} />
      <Section title="Place" help="Your administrator keeps these.">
        <Facts
          items={[
            { label: 'Home centre', value: data.homeCentre },
            { label: 'Department', value: data.department, hidden: !data.department },
            { label: 'Designation', value: data.designation, hidden: !data.designation },
            { label: 'Employee code', value: data.employeeCode, hidden: !data.employeeCode },
            { label: 'Reports to', value: data.reportsTo, hidden: !data.reportsTo },
          ]}
        />
      </Section>
    </Stack>
  );
}

function Access({ data }: { data: ProfileData }) {
  return (
    <Stack gap="md">
      <MyRequests />
      <Section title="Roles" flush>
        <Table.ScrollContainer minWidth={520}>
          <Table horizontalSpacing="md">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Role</Table.Th>
                <Table.Th>Reaches</Table.Th>
                <Table.Th>From</Table.Th>
                <Table.Th>To</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.roles.map((role) => (
                <Table.Tr key={`${role.role} ${role.reach} ${role.from}`}>
                  <Table.Td>{role.description || role.role}</Table.Td>
                  <Table.Td>{role.reach}</Table.Td>
                  <Table.Td>
                    <DateText day={role.from} />
                  </Table.Td>
                  <Table.Td>{role.to ? <DateText day={role.to} /> : 'open end'}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </Section>
      <Section title="What my roles open" flush>
        <Table.ScrollContainer minWidth={420}>
          <Table horizontalSpacing="md">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Module</Table.Th>
                <Table.Th>Area</Table.Th>
                <Table.Th>Right</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.modules.map((module) => (
                <Table.Tr key={module.module}>
                  <Table.Td>{module.title}</Table.Td>
                  <Table.Td>{areaTitle(module.area)}</Table.Td>
                  <Table.Td>{module.change ? 'View and edit' : 'View'}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </Section>
    </Stack>
  );
}
