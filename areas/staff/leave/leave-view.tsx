import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { call } from '@aangan/web/api/call.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { formatDay } from '@aangan/web/format.ts';
import { FileLink } from '@aangan/web/ui/file-link.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section, TwoColumns } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { InstantText } from '@aangan/web/ui/values.tsx';
import { Button, Group, Stack } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import '../staff-look.tsx';
import { leaveContract } from './leave.contract.ts';
import { BalanceText, CountText, LeaveDays, Shortages } from './leave-look.tsx';

type Leave = OutputOf<typeof leaveContract.get>;
type Asked = 'approve' | 'reject' | 'withdraw' | 'cancel' | 'decideCancel';

/** /staff/leaveView/{id} */
export function LeaveView() {
  const { id = '' } = useParams();
  const query = useQuery(leaveContract.get, { id }, { fresh: 0 });
  const leave = query.data;
  return (
    <PageFrame
      title={leave ? `${leave.typeName} of ${leave.name}` : 'Leave request'}
      crumbs={[{ label: 'Leave', to: '/staff/leaveReport?tab=requests' }]}
      context="centre"
    >
      <QueryState query={query}>{(row) => <Inside key={row.id} leave={row} />}</QueryState>
    </PageFrame>
  );
}

const spanText = (leave: Leave): string => {
  const whole = leave.fromHalf === 'FN' && leave.toHalf === 'AN';
  if (leave.fromOn === leave.toOn && whole) return formatDay(leave.fromOn);
  if (whole) return `${formatDay(leave.fromOn)} to ${formatDay(leave.toOn)}`;
  const half = (of: 'FN' | 'AN') => (of === 'FN' ? 'morning' : 'afternoon');
  return `${formatDay(leave.fromOn)} ${half(leave.fromHalf)} to ${formatDay(leave.toOn)} ${half(leave.toHalf)}`;
};

function Inside({ leave }: { leave: Leave }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const navigate = useNavigate();
  const next = () => leave.nextId && navigate(`/staff/leaveView/${leave.nextId}`);
  useHotkeys(asked ? [] : [['j', () => void next()]]);
  const open = leave.status === 'APPLIED';
  return (
    <TwoColumns
      main={
        <Stack gap="md">
          <Section title={spanText(leave)} actions={<StatusTag area="leave-request" state={leave.status} />}>
            <Stack gap="md">
              <CountText halves={leave.halves} lines={leave.lines} />
              <Facts
                items={[
                  { label: 'Person', value: `${leave.name} · ${leave.employeeCode}` },
                  { label: 'Requested', value: <InstantText at={leave.appliedAt} /> },
                  { label: 'Reason', value: leave.reason },
                  { label: 'Substitute', value: leave.substitute ?? '–' },
                  { label: 'Proof', value: leave.file ? <Proof leave={leave} /> : '–' },
                  { label: 'Decided by', value: leave.decidedBy, hidden: !leave.decidedBy },
                  { label: 'Decided', value: <InstantText at={leave.decidedAt} />, hidden: !leave.decidedAt },
                  { label: 'Note', value: leave.note, hidden: !leave.note },
                ]}
              />
              <Buttons leave={leave} ask={setAsked} next={next} />
            </Stack>
          </Section>
          <Section title="Days" flush>
            <LeaveDays lines={leave.lines} />
          </Section>
          {asked ? <Question leave={leave} asked={asked} onClose={() => setAsked(null)} /> : null}
        </Stack>
      }
      rail={
        <Stack gap="md">
          <Section title="Balance">
            <BalanceText balance={leave.balance} halves={open ? leave.halves : 0} />
          </Section>
          <Shortages rows={leave.shortages} />
        </Stack>
      }
    />
  );
}

const Proof = ({ leave }: { leave: Leave }) => (
  <FileLink
    name={leave.file?.name ?? ''}
    address={async () => (await call(leaveContract.get, { id: leave.id })).file?.url}
  >
    {leave.file?.name}
  </FileLink>
);

function Buttons({ leave, ask, next }: { leave: Leave; ask: (what: Asked) => void; next: () => void }) {
  const { can } = leave;
  return (
    <Group gap="xs">
      {can['approve'] ? <Button onClick={() => ask('approve')}>Approve</Button> : null}
      {can['reject'] ? (
        <Button variant="default" c="danger" onClick={() => ask('reject')}>
          Reject
        </Button>
      ) : null}
      {can['decideCancel'] ? <Button onClick={() => ask('decideCancel')}>Decide cancellation</Button> : null}
      {can['withdraw'] ? (
        <Button variant="default" onClick={() => ask('withdraw')}>
          Withdraw
        </Button>
      ) : null}
      {can['cancel'] ? (
        <Button variant="default" c="danger" onClick={() => ask('cancel')}>
          Cancel leave
        </Button>
      ) : null}
      {leave.nextId ? (
        <Button variant="subtle" onClick={next}>
          Next waiting (J)
        </Button>
      ) : null}
    </Group>
  );
}

function Question({ leave, asked, onClose }: { leave: Leave; asked: Asked; onClose: () => void }) {
  const about = {
    ifMatch: leave.version,
    refresh: ['leave-request', 'leave-balance', 'staff-attendance', 'home'],
    onClose,
  };
  const start = { id: leave.id };
  switch (asked) {
    case 'approve':
      return (
        <CommandDialog
          of={leaveContract.approve}
          title={`Approve the leave of ${leave.name}?`}
          text={
            leave.shortages.length > 0
              ? 'A section would be short of teachers: name a substitute or write a note.'
              : 'The days become leave and the balance is charged.'
          }
          confirm="Approve leave"
          start={start}
          fields={{
            substituteId: {
              search: async (words) =>
                leave.substitutes.filter(({ label }) => label.toLowerCase().includes(words.toLowerCase())),
            },
          }}
          done={`The leave of ${leave.name} is approved.`}
          {...about}
        />
      );
    case 'reject':
      return (
        <CommandDialog
          of={leaveContract.reject}
          title={`Reject the leave of ${leave.name}?`}
          text="The person is given the reason."
          confirm="Reject leave"
          danger
          start={start}
          done="Rejected. The days are free again."
          {...about}
        />
      );
    case 'withdraw':
      return (
        <CommandDialog
          of={leaveContract.withdraw}
          title="Withdraw this request?"
          confirm="Withdraw"
          start={start}
          done="Withdrawn."
          {...about}
        />
      );
    case 'cancel':
      return (
        <CommandDialog
          of={leaveContract.cancel}
          title="Cancel this leave?"
          text="Before its first day it is cancelled at once. Once it has begun, the centre decides, and the days still ahead are given back."
          confirm="Cancel leave"
          danger
          start={start}
          done="Done. The request shows what happened."
          {...about}
        />
      );
    default:
      return (
        <CommandDialog
          of={leaveContract.decideCancel}
          title={`Cancel the rest of the leave of ${leave.name}?`}
          text="Days that are past stay leave."
          confirm="Decide"
          start={start}
          done="Decided."
          {...about}
        />
      );
  }
}
