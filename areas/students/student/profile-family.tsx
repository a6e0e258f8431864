import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { type Column, dayColumn, textColumn } from '@aangan/web/table/column.tsx';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Stack } from '@mantine/core';
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

const yearColumns: Column<Student['enrolments'][number]>[] = [
  textColumn('year', 'Year', (one) => `${one.academicYearId}-${one.academicYearId + 1}`),
  textColumn('class', 'Class', (one) => [one.className, one.sectionName].filter(Boolean).join(' · ')),
  textColumn('session', 'Session', (one) => sessionLabels[one.daySession] ?? one.daySession),
  dayColumn('from', 'From', (one) => one.joinedOn),
  dayColumn('to', 'To', (one) => one.leftOn),
  textColumn('state', 'Status', (one) => enrolmentLabels[one.status] ?? one.status),
  textColumn('number', 'Enrolment no.', (one) => one.enrolmentNo),
];

export function ProfileYears({ student }: { student: Student }) {
  return (
    <Section title="Years" help="One line per academic year, newest first" flush>
      <ShortTable
        label="Years"
        rows={student.enrolments}
        keyOf={(one) => one.id}
        columns={yearColumns}
        minWidth={520}
      />
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
      <Section title="Profile" help="The name in the register is changed with documents, not here.">
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
