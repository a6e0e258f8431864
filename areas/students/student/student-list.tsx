import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { ageOn, formatAge, todayIst } from '@aangan/contract/period.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useList } from '@aangan/web/list/use-list.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { type Column, dayColumn, stateColumn, textColumn } from '@aangan/web/table/column.tsx';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { useEffect, useState } from 'react';
import { parentInviteContract } from '../guardian/parent-invite.contract.ts';
import { CertificateList, IssueCertificate } from '../leaving/certificates.tsx';
import { BeginWithdrawal, WithdrawalList } from '../leaving/withdrawals.tsx';
import { studentContract, studentStates } from './student.contract.ts';
import { sessionLabels } from './student-look.tsx';

type Row = OutputOf<typeof studentContract.list>['rows'][number];

const LIVE: ReadonlySet<string> = new Set(['UPCOMING', 'STUDYING', 'ON_HOLD']);

const stateLabels: Record<string, string> = {
  UPCOMING: 'Upcoming',
  STUDYING: 'Studying',
  ON_HOLD: 'On hold',
  LEFT: 'Left',
  ALUMNI: 'Alumni',
};

const columns: Column<Row>[] = [
  { id: 'name', label: 'Child', minWidth: 200, cell: (row) => row.name, second: (row) => row.admissionNo },
  {
    id: 'class',
    label: 'Class',
    width: 160,
    cell: (row) => row.className ?? '–',
    second: (row) =>
      [row.sectionName, row.daySession ? sessionLabels[row.daySession] : null].filter(Boolean).join(' · ') ||
      null,
  },
  textColumn('age', 'Age', (row) => ageText(row.dateOfBirth), { width: 110 }),
  {
    id: 'guardian',
    label: 'Parent',
    minWidth: 170,
    cell: (row) => row.guardianName ?? '–',
    second: (row) => row.guardianMobile,
  },
  dayColumn('joinedOn', 'Joined', (row) => row.joinedOn),
  textColumn(
    'profile',
    'Profile',
    (row) => (row.editStatus === 'completed' ? 'Completed' : row.editStatus === 'pending' ? 'Pending' : null),
    { width: 110 },
  ),
  textColumn('childNo', 'Child no.', (row) => row.childNo, { width: 130, hidden: true }),
  stateColumn('student', (row) => row.state),
];

function ageText(dateOfBirth: string): string {
  const age = ageOn(dateOfBirth, todayIst(new Date()));
  return age ? formatAge(age) : '–';
}

/** /students/details/page/{current} */
export function StudentList() {
  const [count, setCount] = useState<Count>();
  return (
    <PageFrame
      title="Students"
      count={count}
      context="centre-year"
      menu={[{ label: 'Classes and sections', to: '/students/detail' }]}
    >
      <PageTabs
        tabs={[
          { value: 'students', label: 'Students', content: <Children onCount={setCount} /> },
          { value: 'withdrawals', label: 'Withdrawals', content: <WithdrawalList /> },
          { value: 'certificates', label: 'Certificates', content: <CertificateList /> },
        ]}
      />
    </PageFrame>
  );
}

type Count = { n: number; more: boolean } | undefined;

function Children({ onCount }: { onCount: (count: Count) => void }) {
  const list = useList(studentContract.list, {
    filters: [
      { name: 'classId', label: 'Class', kind: 'reference', to: 'class' },
      {
        name: 'gender',
        label: 'Gender',
        kind: 'choice',
        several: false,
        options: [
          { value: 'FEMALE', label: 'Girls' },
          { value: 'MALE', label: 'Boys' },
          { value: 'OTHER', label: 'Other' },
        ],
      },
      {
        name: 'state',
        label: 'Status',
        kind: 'choice',
        options: studentStates.map((value) => ({ value, label: stateLabels[value] ?? value })),
      },
      {
        name: 'birthday',
        label: 'Birthday',
        kind: 'choice',
        several: false,
        options: [
          { value: 'today', label: 'Today' },
          { value: 'week', label: 'Within 7 days' },
        ],
      },
      {
        name: 'allergy',
        label: 'Allergy',
        kind: 'choice',
        several: false,
        options: [{ value: 'yes', label: 'Has an allergy' }],
      },
      {
        name: 'own',
        label: 'Sections',
        kind: 'choice',
        several: false,
        options: [{ value: 'yes', label: 'Your own' }],
      },
      {
        name: 'daySession',
        label: 'Session',
        kind: 'choice',
        several: false,
        options: Object.entries(sessionLabels).map(([value, label]) => ({ value, label })),
      },
      {
        name: 'programme',
        label: 'Programme',
        kind: 'choice',
        several: false,
        options: [
          { value: 'REGULAR', label: 'Regular' },
          { value: 'PARENT_TODDLER', label: 'Parent and toddler' },
          { value: 'BRIDGE', label: 'Bridge course' },
          { value: 'HYBRID', label: 'Hybrid' },
        ],
      },
      {
        name: 'editStatus',
        label: 'Profile',
        kind: 'choice',
        several: false,
        options: [
          { value: 'pending', label: 'Pending' },
          { value: 'completed', label: 'Completed' },
        ],
      },
    ],
  });
  const { total } = list;
  // The title counts the rows of this tab.
  useEffect(() => {
    onCount(total ?? undefined);
    return () => onCount(undefined);
  }, [total, onCount]);
  const { holds } = useSession();
  const writes = holds('student', true);
  const [leaves, setLeaves] = useState<Row | null>(null);
  const [papers, setPapers] = useState<Row | null>(null);
  const invite = useCommand(parentInviteContract.inviteAll, {
    onDone: ({ invited, active, left }) =>
      notice.ok(
        [
          `${invited} invited`,
          active > 0 ? `${active} sign in already` : null,
          left.length > 0 ? `${left.length} cannot be invited: ${left[0]?.reason}` : null,
        ]
          .filter(Boolean)
          .join(' · '),
      ),
    onError: (error) => notice.error(error),
  });
  return (
    <>
      <DataTable
        name="student"
        label="Students"
        list={list}
        columns={columns}
        // The profile is a page for whoever may change it.
        {...(writes ? { rowLink: (row: Row) => `/students/edit/${row.id}` } : {})}
        actions={(row) => [
          {
            label: 'Open profile',
            to: `/students/edit/${row.id}`,
            frequent: true,
            hidden: !writes,
          },
          {
            label: 'Issue a certificate',
            run: () => setPapers(row),
            hidden: !writes || !row.studentAdmissionId,
          },
          {
            label: 'Child leaves',
            run: () => setLeaves(row),
            hidden: !writes || !row.studentAdmissionId || !LIVE.has(row.state),
          },
          {
            label: 'Fees and payments',
            to: `/ledger/student-ledger/${row.studentAdmissionId ?? row.id}`,
            hidden: !holds('ledger') && !holds('studentAccount'),
          },
        ]}
        bulk={[
          {
            label: (n) => (n === 1 ? 'Invite parent' : `Invite parents of ${n}`),
            run: (rows) => invite.run({ studentIds: rows.map((row) => row.id) }),
            hidden: !writes,
          },
        ]}
        searchHint="Name or admission number"
        empty={{
          title: 'No students yet',
          help: 'Children appear here when their admission is confirmed.',
          action: { label: 'Open admissions', to: '/forms/admission' },
        }}
      />
      {leaves ? <BeginWithdrawal child={leaves} onClose={() => setLeaves(null)} /> : null}
      {papers ? <IssueCertificate child={papers} onClose={() => setPapers(null)} /> : null}
    </>
  );
}
