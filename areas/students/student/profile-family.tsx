import { formatDate } from '@aangan/contract/period.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { EmailText, PhoneText } from '@aangan/web/ui/values.tsx';
import { Button, Group, Stack, Table, Text } from '@mantine/core';
import { parentInviteContract } from '../guardian/parent-invite.contract.ts';
import { studentContract } from './student.contract.ts';
import { relationLabels, type Student, sessionLabels } from './student-look.tsx';

const bloodGroups = ['A+', 'A-', 'B+', 'B-', 'AB+', 'AB-', 'O+', 'O-'].map((value) => ({
  value,
  label: value,
}));
const enrolmentLabels: Readonly<Record<string, string>> = {
  UPCOMING: 'Starts later',
  ACTIVE: 'In class',
  ON_HOLD: 'On hold',
  COMPLETED: 'Completed',
  WITHDRAWN: 'Left',
  TRANSFERRED: 'Moved to another centre',
  CANCELLED: 'Cancelled',
};

export function ProfileFamily({ student }: { student: Student }) {
  return (
    <Section
      title="Family"
      help={[student.familyName, student.address, student.pincode].filter(Boolean).join(' · ')}
      flush
    >
      <Table.ScrollContainer minWidth={420}>
        <Table horizontalSpacing="md">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Name</Table.Th>
              <Table.Th>Relation</Table.Th>
              <Table.Th>Mobile</Table.Th>
              <Table.Th>E-mail</Table.Th>
              <Table.Th>Sign-in</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {student.guardians.map((g) => (
              <Table.Tr key={g.id}>
                <Table.Td>
                  <Group gap="xs">
                    <Text fw={500} size="sm">
                      {g.name}
                    </Text>
                    {g.isPrimary ? <Tag tone="info">First contact</Tag> : null}
                  </Group>
                  {g.restricted ? (
                    <Text c="var(--a-danger-text)" size="xs">
                      Restricted: may not pick up
                    </Text>
                  ) : null}
                </Table.Td>
                <Table.Td>{relationLabels[g.relation] ?? g.relation}</Table.Td>
                <Table.Td>{g.mobile ? <PhoneText phone={g.mobile} /> : '–'}</Table.Td>
                <Table.Td>{g.email ? <EmailText email={g.email} /> : '–'}</Table.Td>
                <Table.Td>
                  <SignIn student={student} guardian={g} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Section>
  );
}

/** Whether a guardian signs in; who does not is invited from here. */
function SignIn({ student, guardian }: { student: Student; guardian: Student['guardians'][number] }) {
  const invite = useCommand(parentInviteContract.invite, {
    refresh: ['student'],
    onDone: ({ state }) =>
      notice.ok(
        state === 'ACTIVE'
          ? `${guardian.name} signs in already and now sees ${student.name} too.`
          : `The invitation to ${guardian.name} is on its way. It ends after 7 days.`,
      ),
    onError: (error) => notice.error(error),
  });
  if (guardian.signIn === 'ACTIVE') return <Tag tone="success">Signs in</Tag>;
  const invited = guardian.signIn === 'INVITED';
  return (
    <Group gap="xs" wrap="nowrap">
      {invited ? <Tag tone="info">Invited</Tag> : null}
      {student.can['update'] && !guardian.restricted ? (
        <Button
          size="compact-sm"
          variant="default"
          loading={invite.running}
          onClick={() => void invite.run({ studentId: student.id, guardianId: guardian.id })}
        >
          {invited ? 'Invite again' : 'Invite parent'}
        </Button>
      ) : null}
    </Group>
  );
}

export function ProfileYears({ student }: { student: Student }) {
  return (
    <Section title="Years" help="One line per academic year, newest first" flush>
      <Table.ScrollContainer minWidth={520}>
        <Table horizontalSpacing="md">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Year</Table.Th>
              <Table.Th>Class</Table.Th>
              <Table.Th>Session</Table.Th>
              <Table.Th>From</Table.Th>
              <Table.Th>To</Table.Th>
              <Table.Th>State</Table.Th>
              <Table.Th>Enrolment no.</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {student.enrolments.map((e) => (
              <Table.Tr key={e.id}>
                <Table.Td>
                  {e.academicYearId}-{e.academicYearId + 1}
                </Table.Td>
                <Table.Td>{[e.className, e.sectionName].filter(Boolean).join(' · ')}</Table.Td>
                <Table.Td>{sessionLabels[e.daySession] ?? e.daySession}</Table.Td>
                <Table.Td>{formatDate(e.joinedOn)}</Table.Td>
                <Table.Td>{e.leftOn ? formatDate(e.leftOn) : '–'}</Table.Td>
                <Table.Td>{enrolmentLabels[e.status] ?? e.status}</Table.Td>
                <Table.Td>{e.enrolmentNo}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Section>
  );
}

export function ProfileEdit({ student }: { student: Student }) {
  const form = useForm(studentContract.update, {
    start: {
      id: student.id,
      callName: student.callName,
      bloodGroup: student.bloodGroup as 'A+' | null,
      motherTongue: student.motherTongue,
      address: student.address,
      pincode: student.pincode,
      completed: student.editStatus === 'completed',
    },
    ifMatch: student.version,
    onDone: () => notice.ok('The profile is saved.'),
  });
  return (
    <Form form={form}>
      <Section title="Profile" help="The name in the register is changed with papers, not here.">
        <Stack gap="md">
          <Field name="callName" kind="text" label="Called" optional />
          <Field name="bloodGroup" kind="choice" label="Blood group" options={bloodGroups} optional />
          <Field name="motherTongue" kind="text" label="Mother tongue" optional />
          <Field name="address" kind="longText" label="Address" optional />
          <Field name="pincode" kind="text" label="Pincode" optional />
          <Field name="completed" kind="boolean" label="The profile is complete" />
        </Stack>
      </Section>
      <SaveBar form={form} label="Save profile" />
    </Form>
  );
}
