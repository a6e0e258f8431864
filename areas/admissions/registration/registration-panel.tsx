import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { formatDate } from '@aangan/contract/period.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { dayOf } from '@aangan/web/format.ts';
import { ConfirmDialog } from '@aangan/web/ui/confirm-dialog.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { TimelineList } from '@aangan/web/ui/timeline-list.tsx';
import { DateText, Money } from '@aangan/web/ui/values.tsx';
import { Anchor, Button, Drawer, Group, List, Stack, Text, ThemeIcon } from '@mantine/core';
import { IconCheck, IconClock } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { CareNotes } from '../../students/public.web.tsx';
import { CheckPapers } from '../document/check-papers.tsx';
import { AskAgeException } from '../exception/ask-exception.tsx';
import { CorrectionList } from '../form/correction-list.tsx';
import { FormPdf } from '../form/form-pdf.tsx';
import { ReturnDialog } from '../form/return-dialog.tsx';
import { reviewFacts } from '../form/review-facts.tsx';
import { TakeFormFee } from '../form/take-form-fee.tsx';
import { sessionLabels, stepWords } from '../look.tsx';
import { registrationContract } from './registration.contract.ts';

type Registration = OutputOf<typeof registrationContract.get>;
type Deciding = 'verify' | 'return' | 'cancel' | null;

/** One registration beside the desk: what is open, the papers to look at, the seat and the decision. */
export function RegistrationPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(registrationContract.get, { id }, { fresh: 0 });
  return (
    <Drawer
      opened
      onClose={onClose}
      title={query.data ? `${query.data.childName} · ${query.data.registrationNo}` : 'Registration'}
    >
      <QueryState query={query}>
        {(registration) => <Sheet registration={registration} reload={() => void query.refetch()} />}
      </QueryState>
    </Drawer>
  );
}

function Sheet({ registration, reload }: { registration: Registration; reload: () => void }) {
  const [deciding, setDeciding] = useState<Deciding>(null);
  const renew = useCommand(registrationContract.renewHold, {
    onDone: (out) =>
      notice.ok(
        out.holdUntil ? `The seat is kept until ${formatDate(dayOf(out.holdUntil))}.` : 'The seat is kept.',
      ),
    onError: (error) => notice.error(error),
  });
  const ready = registration.open.every((line) => line.ok);
  const at = { ifMatch: registration.version };
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <StatusTag area="registration" state={registration.status} />
        <Group gap="xs">
          {registration.can['cancel'] ? (
            <Button variant="subtle" color="danger" onClick={() => setDeciding('cancel')}>
              Cancel registration
            </Button>
          ) : null}
          <FormPdf kind="REGISTRATION" id={registration.id} submitted={registration.submittedAt !== null} />
          <TakeFormFee form={registration} />
          {registration.can['return'] ? (
            <Button variant="default" onClick={() => setDeciding('return')}>
              Return
            </Button>
          ) : null}
          {registration.can['renewHold'] ? (
            <Button
              variant="default"
              loading={renew.running}
              onClick={() => void renew.run({ id: registration.id }, at)}
            >
              Keep the seat anew
            </Button>
          ) : null}
          {registration.can['verify'] ? (
            <Button disabled={!ready} onClick={() => setDeciding('verify')}>
              Verify
            </Button>
          ) : null}
        </Group>
      </Group>
      <CorrectionList items={registration.corrections} />
      <CareNotes notes={registration.care} />
      <Section title="Registration">
        <Facts
          items={[
            ...reviewFacts(registration),
            {
              label: 'Born',
              value: registration.dateOfBirth ? <DateText day={registration.dateOfBirth} /> : null,
            },
            {
              label: 'Class',
              value: `${registration.className} · ${sessionLabels[registration.daySession] ?? ''}`,
            },
            { label: 'Parent', value: registration.parentName },
            { label: 'Mobile', value: registration.mobile },
            {
              label: 'Seat kept until',
              value: registration.holdUntil ? <DateText day={dayOf(registration.holdUntil)} /> : null,
            },
            {
              label: 'Registration fee',
              value: (
                <Group gap="xs">
                  <Money paise={registration.feeAmount} />
                  <StatusTag area="form-fee" state={registration.feeStatus} />
                </Group>
              ),
            },
          ]}
        />
        <Group gap="md" mt="sm">
          {registration.enquiryCode ? (
            <Anchor component={Link} to={`/forms/registration/edit/${registration.enquiryCode}`} size="sm">
              Open the form
            </Anchor>
          ) : null}
          {registration.studentAdmissionId ? (
            <Anchor
              component={Link}
              to={`/forms/admission?admission=${registration.studentAdmissionId}`}
              size="sm"
            >
              Open the admission
            </Anchor>
          ) : null}
        </Group>
      </Section>
      {['VERIFIED', 'CONVERTED', 'CANCELLED'].includes(registration.status) ? null : (
        <Section title="Before it can be verified">
          <List spacing="xs" center ps={0}>
            {registration.open.map((line) => (
              <List.Item
                key={line.key}
                icon={
                  <ThemeIcon
                    size={22}
                    radius="xl"
                    color={line.ok ? 'success' : 'gray'}
                    variant="light"
                    aria-label={line.ok ? 'Done' : 'Open'}
                  >
                    {line.ok ? <IconCheck size={14} /> : <IconClock size={14} />}
                  </ThemeIcon>
                }
              >
                <Text size="sm">{line.text}</Text>
              </List.Item>
            ))}
          </List>
          {registration.age?.relaxable && !registration.age.ok ? (
            <AskAgeException applicantId={registration.applicantId} days={registration.age.shortDays} />
          ) : null}
        </Section>
      )}
      <CheckPapers kind="REGISTRATION" id={registration.id} onChanged={reload} />
      <Section title="History">
        <TimelineList
          items={registration.steps.map((step) => ({
            at: step.at,
            who: step.by ?? 'Parent',
            what: stepWords(step.action),
            ...(step.reason ? { note: step.reason } : {}),
          }))}
        />
      </Section>
      <Decision registration={registration} deciding={deciding} onClose={() => setDeciding(null)} />
    </Stack>
  );
}

interface DecisionProps {
  registration: Registration;
  deciding: Deciding;
  onClose: () => void;
}

function Decision({ registration, deciding, onClose }: DecisionProps) {
  const verify = useCommand(registrationContract.verify, {
    refresh: ['admission', 'enquiry'],
    onDone: (out) =>
      notice.ok(
        out.holdUntil
          ? `Verified. The seat is kept until ${formatDate(dayOf(out.holdUntil))}.`
          : 'Verified. The admission form is on its way.',
      ),
  });
  const giveBack = useCommand(registrationContract.returnToParent, {
    onDone: () => notice.ok('Returned to the parent.'),
  });
  const cancel = useCommand(registrationContract.cancel, {
    onDone: () => notice.ok('The registration is cancelled.'),
  });
  const at = { ifMatch: registration.version };
  const fail = (done: unknown, error: unknown) => {
    if (done === null) throw error ?? new Error('This did not work. Try again.');
  };
  return (
    <>
      <ConfirmDialog
        opened={deciding === 'verify'}
        onClose={onClose}
        title={`Verify the registration of ${registration.childName}?`}
        text="A seat is kept for the days of this class, and the family gets the admission form."
        confirm="Verify and keep the seat"
        run={async () => fail(await verify.run({ id: registration.id }, at), verify.error)}
      />
      <ReturnDialog
        opened={deciding === 'return'}
        onClose={onClose}
        confirm="Return registration"
        run={async (items) => fail(await giveBack.run({ id: registration.id, items }, at), giveBack.error)}
      />
      <ConfirmDialog
        opened={deciding === 'cancel'}
        onClose={onClose}
        title="Cancel this registration?"
        text="A seat that was kept goes to the next child on the waiting list."
        confirm="Cancel registration"
        danger
        reason={{ label: 'Reason', required: true, max: 300 }}
        run={async (reason) => fail(await cancel.run({ id: registration.id, reason }, at), cancel.error)}
      />
    </>
  );
}
