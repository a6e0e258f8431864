import { formatDate } from '@aangan/contract/period.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Stack, Table } from '@mantine/core';
import { studentContract } from './student.contract.ts';
import { type Student, sessionLabels } from './student-look.tsx';

const bloodGroups = ['A+', 'A-', 'B+', 'B-', 'AB+', 'AB-', 'O+', 'O-', 'Not known'].map((value) => ({
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
      nationality: student.nationality,
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
          <Field name="nationality" kind="text" label="Nationality" optional />
          <Field name="address" kind="longText" label="Address" optional />
          <Field name="pincode" kind="text" label="Pincode" optional />
        </Stack>
      </Section>
      <SaveBar form={form} label="Save profile" />
    </Form>
  );
}
