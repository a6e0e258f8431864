import { ageOn, formatAge, formatDate, todayIst } from '@aangan/contract/period.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { PersonHeader } from '@aangan/web/ui/person-header.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { StatusTag, Tag } from '@aangan/web/ui/status-tag.tsx';
import { Group, Stack } from '@mantine/core';
import { useParams } from 'react-router';
import { CareNotes } from './care-notes.tsx';
import { ProfileAdmission } from './profile-admission.tsx';
import { ProfileEdit, ProfileFamily, ProfileYears } from './profile-family.tsx';
import { ProfileFees } from './profile-fees.tsx';
import { ProfileHistory, ProfilePapers } from './profile-papers.tsx';
import { studentContract } from './student.contract.ts';
import type { Student } from './student-look.tsx';
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
                <ProfileFamily student={student} />
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
          { value: 'papers', label: 'Papers and people', content: <ProfilePapers studentId={student.id} /> },
          { value: 'history', label: 'History', content: <ProfileHistory studentId={student.id} /> },
        ]}
      />
    </Stack>
  );
}
