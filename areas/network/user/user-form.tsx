import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { todayIst } from '@aangan/contract/period.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { franchiseeLabel } from '@aangan/web/format.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { smallIcon } from '@aangan/web/ui/icon.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section, TwoColumns } from '@aangan/web/ui/section.tsx';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Navigate, useNavigate, useParams, useSearchParams } from 'react-router';
import { MenuPreview } from './menu-preview.tsx';
import { PersonFields } from './person-fields.tsx';
import { grantInput, type RoleChoice, RoleFields } from './role-fields.tsx';
import { userContract } from './user.contract.ts';
import { userAccountContract } from './user-account.contract.ts';
import { UserCodes } from './user-codes.tsx';
import { UserGrants } from './user-grants.tsx';
import { UserSecurity } from './user-security.tsx';

type User = OutputOf<typeof userContract.view>;

const register = [{ label: 'Users', to: '/user/page/1' }];
const HEAD_OFFICE = 1;

/** A new person with all their roles; the menu they will see stands below. `?centre=`: of the centre whose people they join. */
export function CreateUser() {
  const navigate = useNavigate();
  const { centres, franchisee: chosen } = useSession();
  const [params] = useSearchParams();
  const franchisee = centres.find(({ id }) => id === Number(params.get('centre'))) ?? chosen;
  const first: RoleChoice = { scope: 'CENTRE', franchiseeId: franchisee?.id ?? null };
  const form = useForm(userContract.invite, {
    start: { franchiseeId: franchisee?.id ?? HEAD_OFFICE, roles: [first] },
    draft: 'user-new',
    toInput: ({ roles, ...person }) => ({
      ...person,
      lastName: person['lastName'] ?? '',
      roles: (roles as RoleChoice[]).map(grantInput),
    }),
    onDone: ({ id }) => {
      notice.ok('Invited. The link to set a password is on its way.');
      void navigate(`/user/view/${id}`);
    },
  });
  const roles = (form.values['roles'] ?? []) as RoleChoice[];
  const setRole = (at: number, role: RoleChoice) =>
    form.set(
      'roles',
      roles.map((one, index) => (index === at ? role : one)),
    );
  return (
    <PageFrame title="New user" crumbs={register}>
      <Form form={form}>
        <Stack gap="lg">
          <PersonFields hints />
          <Section title="Home" help="Head-office people belong to the Corporate Business Branch.">
            <Field
              name="franchiseeId"
              kind="reference"
              to="franchisee"
              label="Home centre"
              chosenLabel={franchisee ? franchisee.companyName : 'Corporate Business Branch'}
            />
          </Section>
          {roles.map((role, index) => (
            // Roles have no name of their own; they stand in the order they were added.
            <Section
              key={index}
              title={roles.length === 1 ? 'Role' : `Role ${index + 1}`}
              {...(index === 0 ? { help: 'Only roles you may give are offered.' } : {})}
              actions={
                roles.length > 1 ? (
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    color="gray"
                    onClick={() =>
                      form.set(
                        'roles',
                        roles.filter((_, at) => at !== index),
                      )
                    }
                  >
                    Remove
                  </Button>
                ) : undefined
              }
            >
              <RoleFields
                value={role}
                onChange={(next) => setRole(index, next)}
                errors={form.errors}
                prefix={`roles.${index}.`}
              />
            </Section>
          ))}
          <Group>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconPlus {...smallIcon} />}
              disabled={roles.length >= 20}
              onClick={() => form.set('roles', [...roles, first])}
            >
              Add another role
            </Button>
            {form.errors['roles'] ? (
              <Text size="sm" c="var(--mantine-color-error)">
                {String(form.errors['roles'])}
              </Text>
            ) : null}
          </Group>
          <MenuPreview roleIds={roles.flatMap((role) => role.roleId ?? [])} />
        </Stack>
        <SaveBar label="Create and invite" will="Sends a link to set a password, valid for 7 days" />
      </Form>
    </PageFrame>
  );
}

const kinds = [
  { value: 'TEACHING', label: 'Teacher' },
  { value: 'SUPPORT', label: 'Centre staff' },
];

/** A colleague of the chosen centre: the account here, the profile in the staff area. */
export function CreateStaff() {
  const navigate = useNavigate();
  const { franchisee } = useSession();
  const today = todayIst(serverNow());
  const form = useForm(userAccountContract.createStaff, {
    start: { kind: 'TEACHING', joinedOn: today },
    draft: 'user-staff',
    toInput: (values) => ({ ...values, lastName: values['lastName'] ?? '' }),
    onDone: ({ id }) => {
      notice.ok(`${String(form.values['firstName'])} can sign in now; teaching screens open after approval.`);
      void navigate(`/user/view/${id}`);
    },
  });
  return (
    <PageFrame title="Add staff user" crumbs={register}>
      <Form form={form} wide>
        <TwoColumns
          main={<PersonFields hints />}
          rail={
            <Section
              title="Work"
              help={franchisee ? `At ${franchiseeLabel(franchisee.id, franchisee.companyName)}.` : undefined}
            >
              <Stack>
                {franchisee ? null : (
                  <Field name="franchiseeId" kind="reference" to="franchisee" label="Centre" />
                )}
                <Field name="kind" kind="choice" label="Works as" options={kinds} />
                <Field name="joinedOn" kind="date" label="Joined on" />
              </Stack>
            </Section>
          }
        />
        <SaveBar
          label="Create and invite"
          will="Saved as not approved; teaching screens open after approval"
        />
      </Form>
    </PageFrame>
  );
}

/** Without an id it is oneself, and that is the profile. */
export function EditUser() {
  const { adminUserID } = useParams();
  const { me } = useSession();
  const query = useQuery(userContract.view, { userId: adminUserID ?? '' }, { enabled: Boolean(adminUserID) });
  if (!adminUserID || adminUserID === me?.id) return <Navigate to="/profile" replace />;
  return <QueryState query={query}>{(user) => <EditTabs user={user} />}</QueryState>;
}

function EditTabs({ user }: { user: User }) {
  const name = `${user.firstName} ${user.lastName}`.trim();
  return (
    <PageFrame
      title={name}
      crumbs={register}
      menu={[{ label: 'Look at this person', to: `/user/view/${user.id}` }]}
    >
      <PageTabs
        tabs={[
          { value: 'person', label: 'Person', content: <EditPerson key={user.version} user={user} /> },
          { value: 'roles', label: 'Roles', content: <UserGrants user={user} /> },
          { value: 'codes', label: 'Approval codes', content: <UserCodes user={user} /> },
          { value: 'security', label: 'Security', content: <UserSecurity user={user} /> },
        ]}
      />
    </PageFrame>
  );
}

function EditPerson({ user }: { user: User }) {
  const navigate = useNavigate();
  const { firstName, lastName, email, mobile, employeeCode, departmentId, designation, reportsToId } = user;
  const form = useForm(userContract.update, {
    start: { firstName, lastName, email, mobile, employeeCode, departmentId, designation, reportsToId },
    ifMatch: user.version,
    draft: `user:${user.id}`,
    toInput: (values) => ({
      userId: user.id,
      changes: {
        ...Object.fromEntries(
          Object.entries(values).map(([key, value]) => [key, value === '' ? null : value]),
        ),
        lastName: values['lastName'] ?? '',
      },
    }),
    onDone: () => {
      notice.ok('Saved.');
      void navigate(`/user/view/${user.id}`);
    },
  });
  return (
    <Form form={form}>
      <PersonFields department={user.department} boss={user.reportsTo} />
      <SaveBar label="Save user" />
    </Form>
  );
}
