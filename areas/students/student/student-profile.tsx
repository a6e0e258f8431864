import { ageOn, formatAge, formatDate, todayIst } from '@aangan/contract/period.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { PersonHeader } from '@aangan/web/ui/person-header.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { StatusTag, Tag } from '@aangan/web/ui/status-tag.tsx';
import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { useParams } from 'react-router';
import { GuardianCards } from '../guardian/guardian-cards.tsx';
import { CareNotes } from './care-notes.tsx';
import { EnrolmentCard } from './enrolment-card.tsx';
import { ProfileAdmission } from './profile-admission.tsx';
import { ProfileEdit, ProfileYears } from './profile-family.tsx';
import { ProfileFees } from './profile-fees.tsx';
import { ProfileHistory, ProfilePapers } from './profile-papers.tsx';
import { ProfilePoints } from './profile-points.tsx';
import { ProfilePrivate } from './profile-private.tsx';
import { studentContract } from './student.contract.ts';
import type { Student } from './student-look.tsx';
import { studentProfileContract } from './student-profile.contract.ts';
import './student-look.tsx';

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
        { label: 'Take a payment', to: `/payments/pay/${query.data?.studentAdmissionId ?? studentId}` },
        {
          label: 'Admission form',
          to: `/students/admissions-form/${query.data?.studentAdmissionId ?? studentId}`,
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
  const { holds } = useSession();
  const age = ageOn(student.dateOfBirth, todayIst(new Date()));
  const first = student.enrolments.at(-1);
  return (
    <Stack gap="lg">
      <PersonHeader
        name={student.name}
        photoUrl={student.photoUrl}
        actions={student.can['update'] ? <RegisterButtons student={student} /> : null}
        state={
          <Group gap="xs" display="inline-flex" ms="sm">
            <StatusTag area="student" state={student.state} />
            {student.editStatus === 'pending' ? <Tag tone="warning">Profile to complete</Tag> : null}
          </Group>
        }
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
      <CareNotes notes={student.care ?? []} />
      <PageTabs
        tabs={[
          {
            value: 'overview',
            label: 'Overview',
            content: (
              <Stack gap="lg">
                <ProfilePoints student={student} />
                <EnrolmentCard student={student} />
                <GuardianCards student={student} />
                {student.can['update'] ? <ProfilePrivate student={student} /> : null}
                {student.can['update'] ? <ProfileEdit student={student} /> : null}
              </Stack>
            ),
          },
          {
            value: 'years',
            label: 'Years',
            count: student.enrolments.length,
            content: <ProfileYears student={student} />,
          },
          {
            value: 'fees',
            label: 'Fees',
            hidden: !holds('ledger'),
            content: <ProfileFees reference={student.studentAdmissionId ?? student.id} />,
          },
          {
            value: 'admission',
            label: 'Admission',
            hidden: !holds('AdmissionForm') || !first,
            content: <ProfileAdmission admissionId={first?.id ?? ''} />,
          },
          {
            value: 'papers',
            label: 'Documents and people',
            content: <ProfilePapers studentId={student.id} />,
          },
          { value: 'history', label: 'History', content: <ProfileHistory studentId={student.id} /> },
        ]}
      />
    </Stack>
  );
}

/** The register's part of a child and the photo: changed by a dialog each, with a reason or a file. */
function RegisterButtons({ student }: { student: Student }) {
  const [asked, setAsked] = useState<'correct' | 'photo' | null>(null);
  const close = () => setAsked(null);
  return (
    <Group gap="xs">
      <Button variant="default" size="compact-md" onClick={() => setAsked('photo')}>
        {student.photoUrl ? 'Change photo' : 'Add photo'}
      </Button>
      {student.identityLocked ? null : (
        <Button variant="default" size="compact-md" onClick={() => setAsked('correct')}>
          Correct the register
        </Button>
      )}
      {asked === 'photo' ? (
        <CommandDialog
          of={studentProfileContract.setPhoto}
          title={`Photo of ${student.name}`}
          confirm="Save photo"
          start={{ id: student.id }}
          done="The photo is saved."
          onClose={close}
        />
      ) : null}
      {asked === 'correct' ? (
        <CommandDialog
          of={studentProfileContract.correct}
          title="Correct the register"
          text="The profile is pending again until somebody completes it."
          confirm="Save correction"
          start={{
            id: student.id,
            name: student.name,
            dateOfBirth: student.dateOfBirth,
            gender: student.gender as 'MALE',
          }}
          ifMatch={student.version}
          done="The register is corrected."
          onClose={close}
        />
      ) : null}
    </Group>
  );
}
