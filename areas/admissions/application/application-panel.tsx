import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { formatDate } from '@aangan/contract/period.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { ConfirmDialog } from '@aangan/web/ui/confirm-dialog.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { ActionMenu } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { StatusTag, Tag } from '@aangan/web/ui/status-tag.tsx';
import { TimelineList } from '@aangan/web/ui/timeline-list.tsx';
import { InstantText, Money } from '@aangan/web/ui/values.tsx';
import { Button, Checkbox, Drawer, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { CareNotes } from '../../students/public.web.tsx';
import { AskAgeException } from '../exception/ask-exception.tsx';
import { CorrectionList } from '../form/correction-list.tsx';
import { FormPdf } from '../form/form-pdf.tsx';
import { ReturnDialog } from '../form/return-dialog.tsx';
import { reviewFacts } from '../form/review-facts.tsx';
import { TakeFormFee } from '../form/take-form-fee.tsx';
import { sessionLabels, stepWords } from '../look.tsx';
import { applicationContract } from './application.contract.ts';

type Application = OutputOf<typeof applicationContract.get>;
type Deciding = 'accept' | 'return' | 'reject' | 'withdraw' | null;

/** One application beside the desk: answers, fee, history and the decision. */
export function ApplicationPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(applicationContract.get, { id }, { fresh: 0 });
  return (
    <Drawer
      opened
      onClose={onClose}
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
            <Button variant="subtle" color="danger" onClick={() => setDeciding('reject')}>
              Reject
            </Button>
          ) : null}
          <FormPdf kind="APPLICATION" id={application.id} submitted={application.submittedAt !== null} />
          <TakeFormFee form={application} />
          {application.can.return ? (
            <Button variant="default" onClick={() => setDeciding('return')}>
              Return
            </Button>
          ) : null}
          <More application={application} onWithdraw={() => setDeciding('withdraw')} />
          {application.can.accept ? <Button onClick={() => setDeciding('accept')}>Accept</Button> : null}
        </Group>
      </Group>
      <CorrectionList items={application.corrections} />
      <CareNotes notes={application.care} />
      <Section title="Child">
        <Facts
          items={[
            { label: 'Name', value: application.childName },
            ...reviewFacts(application),
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
      <SeatAndAge application={application} />
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
            what: stepWords(step.action),
            ...(step.reason ? { note: step.reason } : {}),
          }))}
        />
      </Section>
      <Decision application={application} deciding={deciding} onClose={() => setDeciding(null)} />
    </Stack>
  );
}

/** What is done less often: the waiting list, a fresh start, a withdrawal. */
function More({ application, onWithdraw }: { application: Application; onWithdraw: () => void }) {
  const waitlist = useCommand(applicationContract.waitlist, {
    onDone: (out) => notice.ok(`On the waiting list, place ${out.place}.`),
    onError: (error) => notice.error(error),
  });
  const reopen = useCommand(applicationContract.reopen, {
    onDone: () => notice.ok('The form is open again.'),
    onError: (error) => notice.error(error),
  });
  const at = { ifMatch: application.version };
  return (
    <ActionMenu
      actions={[
        {
          label: 'Waiting list',
          run: () => void waitlist.run({ id: application.id }, at),
          hidden: !application.can['waitlist'],
        },
        {
          label: 'Open again',
          run: () => void reopen.run({ id: application.id }, at),
          hidden: !application.can['reopen'],
        },
        {
          label: 'Withdraw',
          run: onWithdraw,
          danger: true,
          hidden: !application.can['withdraw'],
        },
      ]}
    />
  );
}

function SeatAndAge({ application }: { application: Application }) {
  const { age, seatsLeft, place, offerUntil } = application;
  return (
    <Section title="Seat and age">
      <Facts
        items={[
          {
            label: 'Seats left',
            value: seatsLeft === null ? 'Not limited' : String(seatsLeft),
          },
          {
            label: 'Age',
            value: !age ? (
              '–'
            ) : age.shortDays > 0 ? (
              <Tag tone={age.ok ? 'success' : 'warning'}>
                {age.shortDays} days young{age.ok ? ', allowed' : ''}
              </Tag>
            ) : age.over ? (
              'Older than usual'
            ) : (
              'Fits the class'
            ),
          },
          { label: 'Waiting list', value: place === null ? null : `Place ${place}`, hidden: place === null },
          {
            label: 'Seat offered until',
            value: offerUntil ? <InstantText at={offerUntil} /> : null,
            hidden: !offerUntil,
          },
        ]}
      />
      {age?.relaxable && !age.ok ? (
        <AskAgeException applicantId={application.applicantId} days={age.shortDays} />
      ) : null}
    </Section>
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
  const full = application.flow === 'FULL';
  const [register, setRegister] = useState(full);
  const accept = useCommand(applicationContract.accept, {
    refresh: ['admission', 'registration'],
    onDone: (out) =>
      navigate(
        out.studentAdmissionId
          ? `/forms/admission?admission=${out.studentAdmissionId}`
          : `/forms/registration?registration=${out.registrationId ?? ''}`,
      ),
  });
  const withdraw = useCommand(applicationContract.withdraw, {
    onDone: () => notice.ok('The application is withdrawn.'),
  });
  const giveBack = useCommand(applicationContract.returnToParent, {
    onDone: () => notice.ok('Returned to the parent.'),
  });
  const reject = useCommand(applicationContract.reject, {
    onDone: () => notice.ok('The application is rejected.'),
  });
  const at = { ifMatch: application.version };
  const sure = (done: unknown, { error }: { error: Error | null }) => {
    if (done === null) throw error ?? new Error('This did not work. Try again.');
  };
  return (
    <>
      <ConfirmDialog
        opened={deciding === 'accept'}
        onClose={onClose}
        title={`Accept ${application.childName}?`}
        text={
          <Stack gap="sm">
            <Text>
              {register
                ? 'The family gets the registration form; documents are checked and a seat is kept.'
                : 'The admission opens; next come the fee plan and the first payment.'}
            </Text>
            <Checkbox
              label="Ask for the registration form first"
              checked={register}
              onChange={(event) => setRegister(event.currentTarget.checked)}
            />
          </Stack>
        }
        confirm={register ? 'Accept and send registration' : 'Accept and open admission'}
        run={async () =>
          sure(
            await accept.run({ id: application.id, next: register ? 'REGISTRATION' : 'ADMISSION' }, at),
            accept,
          )
        }
      />
      <ReturnDialog
        opened={deciding === 'return'}
        onClose={onClose}
        confirm="Return application"
        run={async (items) => sure(await giveBack.run({ id: application.id, items }, at), giveBack)}
      />
      <ConfirmDialog
        opened={deciding === 'withdraw'}
        onClose={onClose}
        title="Withdraw this application"
        confirm="Withdraw application"
        danger
        reason={{ label: 'What did the family say?', required: true, max: 300 }}
        run={async (reason) => sure(await withdraw.run({ id: application.id, reason }, at), withdraw)}
      />
      <ConfirmDialog
        opened={deciding === 'reject'}
        onClose={onClose}
        title="Reject this application"
        confirm="Reject application"
        danger
        reason={{ label: 'Reason', required: true, max: 300 }}
        run={async (reason) => sure(await reject.run({ id: application.id, reason }, at), reject)}
      />
    </>
  );
}
