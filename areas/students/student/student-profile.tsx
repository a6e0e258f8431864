import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { ageOn, formatAge, formatDate, todayIst } from '@aangan/contract/period.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PersonHeader } from '@aangan/web/ui/person-header.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { EmailText, PhoneText } from '@aangan/web/ui/values.tsx';
import { Stack, Table, Text } from '@mantine/core';
import { useParams } from 'react-router';
import { studentContract } from './student.contract.ts';
import { sessionLabels } from './student-look.tsx';

type Student = OutputOf<typeof studentContract.get>;

const bloodGroups = ['A+', 'A-', 'B+', 'B-', 'AB+', 'AB-', 'O+', 'O-'].map((value) => ({
  value,
  label: value,
}));
const relationLabels: Record<string, string> = {
  MOTHER: 'Mother',
  FATHER: 'Father',
  GUARDIAN: 'Guardian',
  GRANDPARENT: 'Grandparent',
  OTHER: 'Other',
};

export function StudentProfile() {
  const { studentId = '' } = useParams();
  const query = useQuery(studentContract.get, { id: studentId });
  return (
    <PageFrame
      title={query.data?.name ?? 'Student'}
      crumbs={[{ label: 'Students', to: '/students/details/page/1' }]}
      context="centre-year"
      menu={[
        {
          label: 'Fees and payments',
          to: `/ledger/student-ledger/${query.data?.studentAdmissionId ?? studentId}`,
        },
      ]}
    >
      <QueryState query={query}>
        {(student) => <Profile key={student.version} student={student} />}
      </QueryState>
    </PageFrame>
  );
}

function Profile({ student }: { student: Student }) {
  const age = ageOn(student.dateOfBirth, todayIst(new Date()));
  return (
    <Stack gap="lg">
      <PersonHeader
        name={student.name}
        state={<StatusTag area="student" state={student.state} />}
        facts={[
          {
            label: 'Class',
            value: [student.className, student.sectionName].filter(Boolean).join(' · ') || '–',
          },
          { label: 'Admission no.', value: student.admissionNo },
          { label: 'Child no.', value: student.childNo },
          { label: 'Born', value: `${formatDate(student.dateOfBirth)}${age ? ` (${formatAge(age)})` : ''}` },
        ]}
      />
      <Guardians student={student} />
      <Enrolments student={student} />
      {student.can.update ? <Edit student={student} /> : null}
    </Stack>
  );
}

function Guardians({ student }: { student: Student }) {
  return (
    <Section
      title="Family"
      help={[student.familyName, student.address, student.pincode].filter(Boolean).join(' · ')}
      flush
    >
      <Table.ScrollContainer minWidth={420}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Name</Table.Th>
              <Table.Th>Relation</Table.Th>
              <Table.Th>Mobile</Table.Th>
              <Table.Th>E-mail</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {student.guardians.map((g) => (
              <Table.Tr key={g.id}>
                <Table.Td>
                  <Text fw={500} size="sm">
                    {g.name}
                  </Text>
                  {g.restricted ? (
                    <Text c="red" size="xs">
                      Restricted: may not pick up
                    </Text>
                  ) : null}
                </Table.Td>
                <Table.Td>{relationLabels[g.relation] ?? g.relation}</Table.Td>
                <Table.Td>{g.mobile ? <PhoneText phone={g.mobile} /> : '–'}</Table.Td>
                <Table.Td>{g.email ? <EmailText email={g.email} /> : '–'}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Section>
  );
}

function Enrolments({ student }: { student: Student }) {
  return (
    <Section title="Years" flush>
      <Table.ScrollContainer minWidth={420}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Year</Table.Th>
              <Table.Th>Class</Table.Th>
              <Table.Th>Session</Table.Th>
              <Table.Th>From</Table.Th>
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
                <Table.Td>{e.enrolmentNo}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Section>
  );
}

function Edit({ student }: { student: Student }) {
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
  });
  return (
    <Form form={form}>
      <Section title="Profile" help="The name in the register is changed with papers, not here.">
        <Field name="callName" kind="text" label="Called" optional />
        <Field name="bloodGroup" kind="choice" label="Blood group" options={bloodGroups} optional />
        <Field name="motherTongue" kind="text" label="Mother tongue" optional />
        <Field name="address" kind="longText" label="Address" optional />
        <Field name="pincode" kind="text" label="Pincode" optional />
        <Field name="completed" kind="boolean" label="The profile is complete" />
      </Section>
      <SaveBar form={form} label="Save profile" />
    </Form>
  );
}
