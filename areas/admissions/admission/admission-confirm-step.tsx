import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { formatRupees } from '@aangan/web/format.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Alert, Anchor, Button, Group, Stack, Table, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { StaffFilling, StaffForm } from '../form/staff-filler.tsx';
import { SubmitFaults } from '../form/submit-faults.tsx';
import { admissionContract } from './admission.contract.ts';
import { AdmissionChecklist } from './admission-panel.tsx';
import type { Admission, Family } from './admission-steps.tsx';

interface ConfirmStepProps {
  admission: Admission;
  form: StaffForm;
  filling: StaffFilling;
  family: Family;
  reload: () => void;
}

export function ConfirmStep({ admission, form, filling, family, reload }: ConfirmStepProps) {
  const [signedBy, setSignedBy] = useState('');
  const rehearse = useCommand(admissionContract.rehearse, { onError: (error) => notice.error(error) });
  const [plan, setPlan] = useState<OutputOf<typeof admissionContract.rehearse> | null>(null);
  const confirm = useCommand(admissionContract.confirm, {
    refresh: ['student', 'enquiry', 'ledger', 'registration'],
    onDone: (out) => {
      notice.ok(`${admission.childName} is admitted. Admission no. ${out.admissionNo}.`);
      reload();
    },
  });
  const input = { id: admission.id, ...(family ? { familyId: family } : {}) };
  const hand = async () => {
    if ((await filling.submit(signedBy)) !== null) reload();
  };
  return (
    <Stack gap="md">
      <AdmissionChecklist lines={admission.checklist} />
      {form.can['submit'] ? (
        <Stack gap="sm">
          <SubmitFaults error={filling.submitError} />
          <TextInput
            label="Who of the family signed?"
            value={signedBy}
            onChange={(event) => setSignedBy(event.currentTarget.value)}
            maw={400}
          />
          <Group>
            <Button
              loading={filling.submitting}
              disabled={signedBy.trim().length < 2}
              onClick={() => void hand()}
            >
              Hand in the admission form
            </Button>
          </Group>
        </Stack>
      ) : null}
      {plan ? <Rehearsal plan={plan} /> : null}
      {confirm.error ? (
        <Alert color="danger" variant="light" role="alert">
          {confirm.error.message}
        </Alert>
      ) : null}
      <Group>
        <Button
          variant="default"
          loading={rehearse.running}
          disabled={!admission.can['confirm']}
          onClick={async () => setPlan(await rehearse.run(input))}
        >
          What exactly will happen?
        </Button>
        <Button
          loading={confirm.running}
          disabled={!admission.can['confirm']}
          onClick={() => void confirm.run(input)}
        >
          Confirm admission
        </Button>
      </Group>
    </Stack>
  );
}

function Rehearsal({ plan }: { plan: OutputOf<typeof admissionContract.rehearse> }) {
  return (
    <Alert color="brand" title={`Admission no. ${plan.admissionNo}`}>
      <Stack gap="sm">
        {plan.effects.map((effect) => (
          <Text key={effect.what} size="sm">
            {effect.what}: {effect.count}
          </Text>
        ))}
        {plan.postings.length ? (
          <Table aria-label="What is booked">
            <Table.Tbody>
              {plan.postings.map((line) => (
                <Table.Tr key={line.account}>
                  <Table.Td>{line.account}</Table.Td>
                  <Table.Td ta="end">{line.debit ? formatRupees(line.debit) : ''}</Table.Td>
                  <Table.Td ta="end">{line.credit ? formatRupees(line.credit) : ''}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        ) : null}
        {plan.messages.map((text) => (
          <Text key={text} size="sm">
            {text}
          </Text>
        ))}
      </Stack>
    </Alert>
  );
}

export function Admitted({ admission }: { admission: Admission }) {
  return (
    <Stack gap="md">
      <Alert color="success" title={`${admission.childName} is admitted.`}>
        Admission no. {admission.admissionNo}.
      </Alert>
      <Group>
        <Anchor component={Link} to={`/students/edit/${admission.studentId ?? ''}`}>
          The child’s page
        </Anchor>
        <Anchor component={Link} to={`/ledger/student-ledger/${admission.id}`}>
          Student ledger
        </Anchor>
      </Group>
    </Stack>
  );
}
