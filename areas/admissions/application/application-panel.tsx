import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { formatDate } from '@aangan/contract/period.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { ConfirmDialog } from '@aangan/web/ui/confirm-dialog.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { TimelineList } from '@aangan/web/ui/timeline-list.tsx';
import { Money } from '@aangan/web/ui/values.tsx';
import { Button, Drawer, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { sessionLabels } from '../look.tsx';
import { applicationContract } from './application.contract.ts';

type Application = OutputOf<typeof applicationContract.get>;
type Deciding = 'accept' | 'return' | 'reject' | null;

/** One application beside the desk: answers, fee, history and the decision. */
export function ApplicationPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(applicationContract.get, { id });
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      title={query.data ? `${query.data.childName} · ${query.data.applicationNo}` : 'Application'}
    >
      <QueryState query={query}>{(application) => <Sheet application={application} />}</QueryState>
    </Drawer>
  );
}

function Sheet({ application }: { application: Application }) {
  const [deciding, setDeciding] = useState<Deciding>(null);
  const { answers } = application;
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <StatusTag area="application" state={application.status} />
        <Group gap="xs">
          {application.can.reject ? (
            <Button variant="subtle" color="red" onClick={() => setDeciding('reject')}>
              Reject
            </Button>
          ) : null}
          {application.can.return ? (
            <Button variant="default" onClick={() => setDeciding('return')}>
              Return
            </Button>
          ) : null}
          {application.can.accept ? <Button onClick={() => setDeciding('accept')}>Accept</Button> : null}
        </Group>
      </Group>
      <Section title="Child">
        <Facts
          items={[
            { label: 'Name', value: application.childName },
            {
              label: 'Born',
              value: application.dateOfBirth
                ? `${formatDate(application.dateOfBirth)}${application.ageText ? ` (${application.ageText})` : ''}`
                : '–',
            },
            {
              label: 'Class',
              value: `${application.className} · ${sessionLabels[application.daySession] ?? ''}`,
            },
            { label: 'Wants to start', value: answers.startWish ? formatDate(answers.startWish) : '–' },
          ]}
        />
      </Section>
      <Section title="Parents">
        <Facts
          items={[
            { label: 'Parent', value: answers.parentName ?? application.parentName },
            { label: 'Mobile', value: application.mobile },
            { label: 'E-mail', value: answers.parentEmail ?? '–' },
            { label: 'Second parent', value: answers.secondParentName ?? '–' },
            { label: 'Address', value: [answers.address, answers.pincode].filter(Boolean).join(', ') || '–' },
            {
              label: 'Transport',
              value: answers.transportWanted ? (answers.transportStop ?? 'Wanted') : 'Not wanted',
            },
          ]}
        />
      </Section>
      <Section title="Fee">
        <Facts
          items={[
            { label: 'Application fee', value: <Money paise={application.feeAmount} /> },
            { label: 'State', value: <StatusTag area="form-fee" state={application.feeStatus} /> },
          ]}
        />
      </Section>
      <Section title="History">
        <TimelineList
          items={application.steps.map((step) => ({
            at: step.at,
            who: step.by ?? 'Parent',
            what: step.action.replaceAll('-', ' '),
            ...(step.reason ? { note: step.reason } : {}),
          }))}
        />
      </Section>
      <Decision application={application} deciding={deciding} onClose={() => setDeciding(null)} />
    </Stack>
  );
}

function Decision({
  application,
  deciding,
  onClose,
}: {
  application: Application;
  deciding: Deciding;
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const accept = useCommand(applicationContract.accept, {
    refresh: ['admission'],
    onDone: (out) => navigate(`/forms/admission?admission=${out.studentAdmissionId}`),
  });
  const giveBack = useCommand(applicationContract.returnToParent, {
    onDone: () => notice.ok('Returned to the parent.'),
  });
  const reject = useCommand(applicationContract.reject, {
    onDone: () => notice.ok('The application is rejected.'),
  });
  const at = { ifMatch: application.version };
  const fail = (done: unknown) => {
    if (done === null)
      throw accept.error ?? giveBack.error ?? reject.error ?? new Error('This did not work. Try again.');
  };
  return (
    <>
      <ConfirmDialog
        opened={deciding === 'accept'}
        onClose={onClose}
        title={`Accept ${application.childName}?`}
        text="The admission opens; next come the fee plan and the first payment."
        confirm="Accept and open admission"
        run={async () => fail(await accept.run({ id: application.id }, at))}
      />
      <ConfirmDialog
        opened={deciding === 'return'}
        onClose={onClose}
        title="Return to the parent"
        confirm="Return application"
        reason={{ label: 'What should the parent correct?', required: true, max: 300 }}
        run={async (reason) => fail(await giveBack.run({ id: application.id, reason }, at))}
      />
      <ConfirmDialog
        opened={deciding === 'reject'}
        onClose={onClose}
        title="Reject this application"
        confirm="Reject application"
        danger
        reason={{ label: 'Reason', required: true, max: 300 }}
        run={async (reason) => fail(await reject.run({ id: application.id, reason }, at))}
      />
    </>
  );
}
