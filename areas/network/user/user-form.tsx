import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { SimpleGrid, Stack, Text } from '@mantine/core';
import { Navigate, useNavigate, useParams } from 'react-router';
import { grantInput, type RoleChoice, RoleFields } from './role-fields.tsx';
import { userContract } from './user.contract.ts';

type User = OutputOf<typeof userContract.view>;

const register = [{ label: 'Users', to: '/user/page/1' }];
const HEAD_OFFICE = 1;

/** A new person with one role to begin with; more are given on the person's page. */
export function CreateUser() {
  const navigate = useNavigate();
  const { franchisee } = useSession();
  const centre = franchisee?.id ?? HEAD_OFFICE;
  const form = useForm(userContract.invite, {
    start: {
      franchiseeId: centre,
      role: { scope: 'CENTRE', franchiseeId: franchisee?.id ?? null } satisfies RoleChoice,
    },
    draft: 'user-new',
    toInput: ({ role, ...person }) => ({
      ...person,
      lastName: person.lastName ?? '',
      roles: [grantInput((role ?? {}) as RoleChoice)],
    }),
    onDone: ({ id }) => {
      notice.ok('Invited. The link to set a password is on its way.');
      void navigate(`/user/view/${id}`);
    },
  });
  return (
    <PageFrame title="New user" crumbs={register}>
      <Form form={form}>
        <Stack gap="lg">
          <PersonFields />
          <Section title="Home" help="Head-office people belong to the Corporate Business Branch.">
            <Field
              name="franchiseeId"
              kind="reference"
              to="franchisee"
              label="Home centre"
              {...(franchisee
                ? { chosenLabel: franchisee.companyName }
                : { chosenLabel: 'Corporate Business Branch' })}
            />
          </Section>
          <Section title="Role" help="Only roles you may give are offered.">
            <RoleFields
              value={(form.values.role ?? {}) as RoleChoice}
              onChange={(role) => form.set('role', role)}
              errors={form.errors}
              prefix="roles.0."
            />
            {form.errors.roles ? (
              <Text size="sm" c="red">
                {String(form.errors.roles)}
              </Text>
            ) : null}
          </Section>
        </Stack>
        <SaveBar label="Create and invite" will="Sends a link to set a password, valid for 7 days" />
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
  return <QueryState query={query}>{(user) => <EditPerson user={user} />}</QueryState>;
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
        lastName: values.lastName ?? '',
      },
    }),
    onDone: () => {
      notice.ok('Saved.');
      void navigate(`/user/view/${user.id}`);
    },
  });
  return (
    <PageFrame title={`${user.firstName} ${user.lastName}`} crumbs={register}>
      <Form form={form}>
        <PersonFields department={user.department} boss={user.reportsTo} />
        <SaveBar label="Save user" />
      </Form>
    </PageFrame>
  );
}

function PersonFields({ department, boss }: { department?: string | null; boss?: string | null }) {
  return (
    <Section title="Person">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Field name="firstName" kind="text" label="First name" max={60} autoFocus />
        <Field name="lastName" kind="text" label="Last name" optional max={60} />
        <Field name="email" kind="email" label="E-mail" optional />
        <Field name="mobile" kind="phone" label="Mobile" optional />
        <Field
          name="departmentId"
          kind="reference"
          to="department"
          label="Department"
          optional
          {...(department ? { chosenLabel: department } : {})}
        />
        <Field name="designation" kind="text" label="Designation" optional max={60} />
        <Field name="employeeCode" kind="text" label="Employee code" optional max={20} />
        <Field
          name="reportsToId"
          kind="reference"
          to="user"
          label="Reports to"
          optional
          {...(boss ? { chosenLabel: boss } : {})}
        />
      </SimpleGrid>
    </Section>
  );
}
