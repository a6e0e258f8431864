import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { call } from '@aangan/web/api/call.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { formatClock, formatDay } from '@aangan/web/format.ts';
import { FileLink } from '@aangan/web/ui/file-link.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section, TwoColumns } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { InstantText } from '@aangan/web/ui/values.tsx';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { DayEvidence } from '../day/day-look.tsx';
import '../staff-look.tsx';
import { attendanceRequestContract as contract } from './attendance-request.contract.ts';
import { requestHalves, requestKinds, wantedCodes } from './attendance-request.states.ts';

type Request = OutputOf<typeof contract.get>;

/** /staff/attendanceView/{id} */
export function AttendanceView() {
  const { id = '' } = useParams();
  const query = useQuery(contract.get, { id }, { fresh: 0 });
  const row = query.data;
  return (
    <PageFrame
      title={row ? `${requestKinds[row.kind]}: ${row.name}` : 'Attendance request'}
      crumbs={[{ label: 'Leave', to: '/staff/leaveReport?tab=attendance' }]}
      context="centre"
    >
      <QueryState query={query}>{(request) => <Inside key={request.id} request={request} />}</QueryState>
    </PageFrame>
  );
}

function Inside({ request }: { request: Request }) {
  const [asked, setAsked] = useState<'approve' | 'reject' | 'withdraw' | null>(null);
  const navigate = useNavigate();
  const next = () => request.nextId && navigate(`/staff/attendanceView/${request.nextId}`);
  useHotkeys(asked ? [] : [['j', () => void next()]]);
  const { can } = request;
  const days =
    request.fromOn === request.toOn
      ? formatDay(request.fromOn)
      : `${formatDay(request.fromOn)} to ${formatDay(request.toOn)}`;
  return (
    <TwoColumns
      main={
        <Section
          title={`${days}, ${requestHalves[request.halves].toLowerCase()}`}
          actions={<StatusTag area="attendance-request" state={request.status} />}
        >
          <Stack gap="md">
            <Facts
              items={[
                { label: 'Person', value: `${request.name} · ${request.employeeCode}` },
                { label: 'Mark as', value: wantedCodes[request.want] },
                { label: 'Came', value: request.inAt && formatClock(request.inAt), hidden: !request.inAt },
                { label: 'Left', value: request.outAt && formatClock(request.outAt), hidden: !request.outAt },
                { label: 'Reason', value: request.reason },
                { label: 'File', value: <Attached request={request} />, hidden: !request.file },
                { label: 'Requested', value: <InstantText at={request.appliedAt} /> },
                { label: 'Decided by', value: request.decidedBy, hidden: !request.decidedBy },
                {
                  label: 'Decided',
                  value: <InstantText at={request.decidedAt} />,
                  hidden: !request.decidedAt,
                },
                { label: 'Note', value: request.note, hidden: !request.note },
              ]}
            />
            <Group gap="xs">
              {can['approve'] ? <Button onClick={() => setAsked('approve')}>Approve</Button> : null}
              {can['reject'] ? (
                <Button variant="default" c="danger" onClick={() => setAsked('reject')}>
                  Reject
                </Button>
              ) : null}
              {can['withdraw'] ? (
                <Button variant="default" onClick={() => setAsked('withdraw')}>
                  Withdraw
                </Button>
              ) : null}
              {request.nextId ? (
                <Button variant="subtle" onClick={next}>
                  Next waiting (J)
                </Button>
              ) : null}
            </Group>
            {asked ? <Question request={request} asked={asked} onClose={() => setAsked(null)} /> : null}
          </Stack>
        </Section>
      }
      rail={
        <Section title="What stands now">
          <Stack gap="md">
            {request.days.slice(0, 10).map((day) => (
              <div key={day.day}>
                <Text fw={600}>{`${formatDay(day.day)}: ${day.letter}`}</Text>
                <DayEvidence day={day} />
              </div>
            ))}
          </Stack>
        </Section>
      }
    />
  );
}

const Attached = ({ request }: { request: Request }) => (
  <FileLink
    name={request.file?.name ?? ''}
    address={async () => (await call(contract.get, { id: request.id })).file?.url}
  >
    {request.file?.name}
  </FileLink>
);

const words = {
  approve: {
    title: 'Approve',
    text: 'The days are marked; the person is notified.',
    done: 'Approved. The days are marked.',
  },
  reject: { title: 'Reject', text: 'The person is given the reason.', done: 'Rejected.' },
  withdraw: { title: 'Withdraw', text: 'Nothing changes.', done: 'Withdrawn.' },
} as const;

function Question(props: { request: Request; asked: keyof typeof words; onClose: () => void }) {
  const { request, asked, onClose } = props;
  const { title, text, done } = words[asked];
  return (
    <CommandDialog
      of={contract[asked]}
      title={`${title} this request?`}
      text={text}
      confirm={title}
      danger={asked === 'reject'}
      start={{ id: request.id }}
      ifMatch={request.version}
      refresh={['attendance-request', 'staff-attendance', 'home']}
      done={done}
      onClose={onClose}
    />
  );
}
