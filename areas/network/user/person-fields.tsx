import { useQuery } from '@aangan/web/api/use-query.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { useFormModel } from '@aangan/web/form/form-model.ts';
import { Section } from '@aangan/web/ui/section.tsx';
import { Alert, Anchor, SimpleGrid, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Link } from 'react-router';
import { userContract } from './user.contract.ts';

/** Name, contact and place in the house; `hints` looks whether the contact belongs to somebody already. */
export function PersonFields({
  department,
  boss,
  hints = false,
}: {
  department?: string | null;
  boss?: string | null;
  hints?: boolean;
}) {
  return (
    <Section title="Person">
      <Stack>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Field name="firstName" kind="text" label="First name" max={60} autoFocus />
          <Field name="lastName" kind="text" label="Last name" optional max={60} />
          <Field name="email" kind="email" label="E-mail" optional />
          <Field name="mobile" kind="phone" label="Mobile" optional />
        </SimpleGrid>
        {hints ? <Duplicate /> : null}
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Field
            name="departmentId"
            kind="reference"
            to="department"
            label="Department"
            optional
            chosenLabel={department ?? null}
          />
          <Field name="designation" kind="text" label="Designation" optional max={60} />
          <Field name="employeeCode" kind="text" label="Employee code" optional max={20} />
          <Field
            name="reportsToId"
            kind="reference"
            to="user"
            label="Reports to"
            optional
            chosenLabel={boss ?? null}
          />
        </SimpleGrid>
      </Stack>
    </Section>
  );
}

function Duplicate() {
  const { values } = useFormModel();
  const [typed] = useDebouncedValue(
    { email: textOf(values['email']), mobile: textOf(values['mobile']) },
    400,
  );
  const enough = typed.email.includes('@') || typed.mobile.replace(/\D/g, '').length >= 10;
  const { data } = useQuery(
    userContract.findDuplicate,
    {
      ...(typed.email.includes('@') ? { email: typed.email.slice(0, 160) } : {}),
      ...(typed.mobile ? { mobile: typed.mobile.slice(0, 40) } : {}),
    },
    { enabled: enough, keepPrevious: false },
  );
  if (!data || (!data.taken && !data.person)) return null;
  if (!data.person)
    return <Alert color="warning">This e-mail address or mobile number belongs to another user.</Alert>;
  const { id, name, homeCentre, state } = data.person;
  return state === 'DISABLED' ? (
    <Alert color="info">
      {name} was here before and is switched off.{' '}
      <Anchor component={Link} to={`/user/view/${id}`}>
        Bring back {name}
      </Anchor>
    </Alert>
  ) : (
    <Alert color="warning">
      This already belongs to {name} · {homeCentre}.{' '}
      <Anchor component={Link} to={`/user/view/${id}`}>
        Add a role there instead?
      </Anchor>
    </Alert>
  );
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
