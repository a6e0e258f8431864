import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { DateText } from '@aangan/web/ui/values.tsx';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { enrolmentContract } from './enrolment.contract.ts';
import { type Student, sessionLabels } from './student-look.tsx';

type Step = 'hold' | 'resume' | 'cancel';

/** Where the child sits this year, and what is done to this enrolment. */
export function EnrolmentCard({ student }: { student: Student }) {
  const [asked, setAsked] = useState<Step | null>(null);
  const enrolment = student.enrolments.find((one) => one.id === student.studentAdmissionId);
  if (!enrolment) return null;
  const may = student.can['update'] ?? false;
  const step = (name: Step, label: string) => (
    <Button variant="default" size="compact-md" onClick={() => setAsked(name)}>
      {label}
    </Button>
  );
  return (
    <Section
      title="Class and section"
      actions={
        may ? (
          <Group gap="xs">
            <Button
              variant="default"
              size="compact-md"
              component={Link}
              to={`/students/detail/${student.classId}`}
            >
              {enrolment.sectionName ? 'Change section' : 'Choose section'}
            </Button>
            {enrolment.status === 'ACTIVE' ? step('hold', 'Put on hold') : null}
            {enrolment.status === 'ON_HOLD' ? step('resume', 'Resume') : null}
            {enrolment.status === 'UPCOMING' ? step('cancel', 'Cancel enrolment') : null}
          </Group>
        ) : null
      }
    >
      <Facts
        min={150}
        items={[
          { label: 'Class', value: enrolment.className },
          { label: 'Section', value: enrolment.sectionName ?? 'None yet' },
          { label: 'Session', value: sessionLabels[enrolment.daySession] },
          { label: 'Roll no.', value: student.rollNo },
          { label: 'From', value: <DateText day={enrolment.joinedOn} /> },
          {
            label: 'On hold until',
            value: <DateText day={enrolment.holdTo} />,
            hidden: enrolment.status !== 'ON_HOLD',
          },
        ]}
      />
      {asked ? (
        <StepDialog id={enrolment.id} name={student.name} step={asked} onClose={() => setAsked(null)} />
      ) : null}
    </Section>
  );
}

interface StepDialogProps {
  id: string;
  name: string;
  step: Step;
  onClose: () => void;
}

function StepDialog({ id, name, step, onClose }: StepDialogProps) {
  const shared = { refresh: ['student'], start: { id }, onClose };
  if (step === 'hold')
    return (
      <CommandDialog
        {...shared}
        of={enrolmentContract.hold}
        title={`Put ${name} on hold?`}
        text="From today on, at most 60 days. The seat is kept and attendance counts as leave. Fees go on."
        confirm="Put on hold"
        done={`${name} is on hold.`}
      />
    );
  if (step === 'resume')
    return (
      <CommandDialog
        {...shared}
        of={enrolmentContract.resume}
        title={`Does ${name} come again?`}
        confirm="Resume"
        done={`${name} comes again.`}
      />
    );
  return (
    <CommandDialog
      {...shared}
      of={enrolmentContract.cancel}
      title={`Cancel the enrolment of ${name}?`}
      text="The seat is free for another child. Instalments that nobody has paid fall away; money already paid stays on the account."
      confirm="Cancel enrolment"
      danger
      done="The enrolment is cancelled."
    />
  );
}
