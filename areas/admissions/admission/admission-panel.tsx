import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { ConfirmDialog } from '@aangan/web/ui/confirm-dialog.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { DateText, Money } from '@aangan/web/ui/values.tsx';
import { Anchor, Button, Drawer, Group, List, Stack, Text, ThemeIcon } from '@mantine/core';
import { IconCheck, IconClock } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { CareNotes } from '../../students/public.web.tsx';
import { CheckPapers } from '../document/check-papers.tsx';
import { CorrectionList } from '../form/correction-list.tsx';
import { FormPdf } from '../form/form-pdf.tsx';
import { ReturnDialog } from '../form/return-dialog.tsx';
import { reviewFacts } from '../form/review-facts.tsx';
import { sessionLabels } from '../look.tsx';
import { admissionContract } from './admission.contract.ts';
import { type Family, FamilyStep } from './admission-steps.tsx';

type Admission = OutputOf<typeof admissionContract.get>;
type Asking = 'confirm' | 'cancel' | 'return' | null;

/** One admission beside the desk: what is still open, the first day, and the confirmation. */
export function AdmissionPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(admissionContract.get, { id }, { fresh: 0 });
  return (
    <Drawer opened onClose={onClose} title={query.data ? query.data.childName : 'Admission'}>
      <QueryState query={query}>
        {(admission) => <Sheet admission={admission} reload={() => void query.refetch()} />}
      </QueryState>
    </Drawer>
  );
}

function Sheet({ admission, reload }: { admission: Admission; reload: () => void }) {
  const [asking, setAsking] = useState<Asking>(null);
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <StatusTag area="admission" state={admission.status} />
        <Group gap="xs">
          {admission.can.cancel ? (
            <Button variant="subtle" color="danger" onClick={() => setAsking('cancel')}>
              Cancel admission
            </Button>
          ) : null}
          <FormPdf
            kind="ADMISSION"
            id={admission.id}
            submitted={['SUBMITTED', 'RETURNED', 'CONFIRMED'].includes(admission.status)}
          />
          {admission.can['return'] ? (
            <Button variant="default" onClick={() => setAsking('return')}>
              Return
            </Button>
          ) : null}
          {admission.status === 'SUBMITTED' ? (
            <Button disabled={!admission.can.confirm} onClick={() => setAsking('confirm')}>
              Confirm admission
            </Button>
          ) : null}
        </Group>
      </Group>
      <CorrectionList items={admission.corrections} />
      <CareNotes notes={admission.care} />
      <Section title="Admission">
        <Stack gap="md">
          <Facts
            items={[
              ...reviewFacts(admission),
              {
                label: 'Class',
                value: `${admission.className} · ${sessionLabels[admission.daySession] ?? ''}`,
              },
              { label: 'Parent', value: admission.parentName },
              { label: 'Application', value: admission.applicationNo ?? '–' },
              { label: 'Admission no.', value: admission.admissionNo ?? 'Given at confirmation' },
            ]}
          />
          {admission.can.change ? (
            <FirstDay admission={admission} />
          ) : (
            <Facts items={[{ label: 'First day', value: <DateText day={admission.startOn} /> }]} />
          )}
        </Stack>
      </Section>
      {admission.status === 'CONFIRMED' ? null : <AdmissionChecklist lines={admission.checklist} />}
      {admission.can['fill'] || admission.status === 'SUBMITTED' ? (
        <CheckPapers kind="ADMISSION" id={admission.id} onChanged={reload} />
      ) : null}
      {admission.enquiryCode && admission.status !== 'CONFIRMED' ? (
        <Anchor component={Link} to={`/forms/admissionForm/${admission.enquiryCode}`} size="sm">
          Open the admission form
        </Anchor>
      ) : null}
      <Section title="Fees">
        <Facts
          items={[
            { label: 'Plan after concessions', value: <Money paise={admission.net} /> },
            { label: 'Received, with form fees', value: <Money paise={admission.paid} /> },
            { label: 'Open', value: <Money paise={admission.due} /> },
          ]}
        />
        <FeeLinks id={admission.id} />
      </Section>
      <Decision admission={admission} asking={asking} onClose={() => setAsking(null)} />
    </Stack>
  );
}

function FeeLinks({ id }: { id: string }) {
  const { holds } = useSession();
  return (
    <Group gap="md">
      <Anchor component={Link} to={`/fee-component/fee-plan/assign/${id}`} size="sm">
        Assign the fee plan
      </Anchor>
      <Anchor component={Link} to={`/payments/pay/${id}`} size="sm">
        Take a payment
      </Anchor>
      {holds('offlineAdmissionForm', true) ? (
        <Anchor component={Link} to={`/payments/admission-form/${id}`} size="sm">
          Take the form fee
        </Anchor>
      ) : null}
    </Group>
  );
}

/** The lines of a confirmation: done, open, and who acts next. */
export function AdmissionChecklist({ lines }: { lines: Admission['checklist'] }) {
  const done = lines.filter((line) => line.ok).length;
  return (
    <Section
      title={`Checklist: ${done} of ${lines.length}`}
      help="The admission can be confirmed when every line is done; grey lines may follow later."
    >
      <List spacing="xs" center ps={0}>
        {lines.map((line) => (
          <List.Item
            key={line.key}
            icon={
              <ThemeIcon
                size={22}
                radius="xl"
                color={line.ok ? 'success' : line.blocking ? 'warning' : 'gray'}
                variant="light"
                aria-label={line.ok ? 'Done' : line.blocking ? 'Open' : 'May follow'}
              >
                {line.ok ? <IconCheck size={14} /> : <IconClock size={14} />}
              </ThemeIcon>
            }
          >
            <Text size="sm" {...(line.ok || line.blocking ? {} : { c: 'dimmed' })}>
              {!line.ok && line.fix ? (
                <Anchor component={Link} to={line.fix} size="sm">
                  {line.text}
                </Anchor>
              ) : (
                line.text
              )}
            </Text>
          </List.Item>
        ))}
      </List>
    </Section>
  );
}

function FirstDay({ admission }: { admission: Admission }) {
  const change = useCommand(admissionContract.change, {
    onDone: () => notice.ok('The first day is changed.'),
    onError: (error) => notice.error(error),
  });
  return (
    <FieldInput
      kind="date"
      label="First day"
      value={admission.startOn}
      disabled={change.running}
      onChange={(value: unknown) => {
        if (typeof value === 'string' && value !== admission.startOn)
          void change.run({ id: admission.id, startOn: value }, { ifMatch: admission.version });
      }}
    />
  );
}

/** As the form's last step: a number that is known here asks which family the child joins, before one is made twice. */
function ConfirmAdmission({ admission, onClose }: { admission: Admission; onClose: () => void }) {
  const { enquiryCode } = admission;
  const [family, setFamily] = useState<Family>(null);
  const found = useQuery(
    admissionContract.ofEnquiry,
    { enquiryCode: enquiryCode ?? '' },
    { enabled: enquiryCode !== null },
  );
  const confirm = useCommand(admissionContract.confirm, {
    refresh: ['student', 'enquiry', 'ledger'],
    onDone: (out) => notice.ok(`${admission.childName} is admitted: ${out.admissionNo}.`),
  });
  return (
    <ConfirmDialog
      opened={enquiryCode === null || !found.isPending}
      onClose={onClose}
      title={`Admit ${admission.childName}?`}
      text={
        <Stack gap="sm">
          <Text size="sm">
            The child gets an admission number and a place in the class, the fee plan is billed, and the
            family is notified. This cannot be undone here; leaving is a withdrawal.
          </Text>
          {found.data ? <FamilyStep found={found.data} family={family} setFamily={setFamily} /> : null}
        </Stack>
      }
      confirm="Confirm admission"
      run={async () => {
        if (found.error) throw found.error;
        if ((await confirm.run({ id: admission.id, ...(family ? { familyId: family } : {}) })) === null)
          throw confirm.error ?? new Error('This did not work. Try again.');
      }}
    />
  );
}

function Decision({
  admission,
  asking,
  onClose,
}: {
  admission: Admission;
  asking: Asking;
  onClose: () => void;
}) {
  const giveBack = useCommand(admissionContract.returnToParent, {
    onDone: () => notice.ok('Returned to the parent.'),
  });
  const cancel = useCommand(admissionContract.cancel, {
    onDone: () => notice.ok('The admission is cancelled.'),
  });
  return (
    <>
      {asking === 'confirm' ? <ConfirmAdmission admission={admission} onClose={onClose} /> : null}
      <ReturnDialog
        opened={asking === 'return'}
        onClose={onClose}
        confirm="Return the form"
        run={async (items) => {
          if ((await giveBack.run({ id: admission.id, items }, { ifMatch: admission.version })) === null)
            throw giveBack.error ?? new Error('This did not work. Try again.');
        }}
      />
      <ConfirmDialog
        opened={asking === 'cancel'}
        onClose={onClose}
        title="Cancel this admission?"
        confirm="Cancel admission"
        danger
        reason={{ label: 'Reason', required: true, max: 300 }}
        run={async (reason) => {
          if ((await cancel.run({ id: admission.id, reason }, { ifMatch: admission.version })) === null)
            throw cancel.error ?? new Error('This did not work. Try again.');
        }}
      />
    </>
  );
}
