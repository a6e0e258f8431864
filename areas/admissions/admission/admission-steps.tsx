import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Facts } from '@aangan/web/ui/section.tsx';
import { Money } from '@aangan/web/ui/values.tsx';
import { Anchor, Group, Radio, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { sessionLabels } from '../look.tsx';
import { daySessions } from '../registration/registration.contract.ts';
import { admissionContract } from './admission.contract.ts';

export type Found = OutputOf<typeof admissionContract.ofEnquiry>;
export type Admission = OutputOf<typeof admissionContract.get>;
/** The known family the child joins; null = a new one. */
export type Family = string | null;

export function FamilyStep({
  found,
  family,
  setFamily,
}: {
  found: Found;
  family: Family;
  setFamily: (family: Family) => void;
}) {
  if (found.families.length === 0)
    return (
      <Text>This mobile number belongs to no family here yet: a new one is made at the confirmation.</Text>
    );
  return (
    <Radio.Group
      label="This number is known here. Which family is it?"
      value={family ?? 'new'}
      onChange={(value) => setFamily(value === 'new' ? null : value)}
    >
      <Stack gap="sm" mt="sm">
        {found.families.map((one) => (
          <Radio
            key={one.id}
            value={one.id}
            label={one.name}
            description={one.children.join(', ') || 'No children here'}
          />
        ))}
        <Radio value="new" label="A new family" />
      </Stack>
    </Radio.Group>
  );
}

export function SeatStep({ admission, reload }: { admission: Admission; reload: () => void }) {
  const change = useCommand(admissionContract.change, {
    onDone: reload,
    onError: (error) => notice.error(error),
  });
  const set = (part: { startOn?: string; daySession?: (typeof daySessions)[number] }) =>
    change.run({ id: admission.id, ...part }, { ifMatch: admission.version });
  const lines = admission.checklist.filter((line) => ['seat', 'age', 'start'].includes(line.key));
  return (
    <Stack gap="md" maw={640}>
      <Facts items={[{ label: 'Class', value: admission.className }]} />
      <FieldInput
        kind="choice"
        label="Session"
        value={admission.daySession}
        disabled={!admission.can['change'] || change.running}
        options={daySessions.map((value) => ({ value, label: sessionLabels[value] ?? value }))}
        onChange={(value) => {
          const next = daySessions.find((one) => one === value);
          if (next && next !== admission.daySession) void set({ daySession: next });
        }}
      />
      <FieldInput
        kind="date"
        label="First day"
        value={admission.startOn}
        disabled={!admission.can['change'] || change.running}
        onChange={(value) => {
          if (typeof value === 'string' && value !== admission.startOn) void set({ startOn: value });
        }}
      />
      {lines.map((line) => (
        <Text key={line.key} size="sm" {...(line.ok ? {} : { c: 'var(--a-danger-text)' })}>
          {line.text}
        </Text>
      ))}
    </Stack>
  );
}

export function PlanStep({ admission }: { admission: Admission }) {
  if (admission.planStatus === 'NONE')
    return (
      <EmptyState
        title="No fee plan is assigned yet"
        help="Another person approves the plan; then the confirmation bills it."
        action={{ label: 'Assign a plan', to: `/fee-component/fee-plan/assign/${admission.id}` }}
      />
    );
  return (
    <Stack gap="md">
      <Facts
        items={[
          { label: 'Plan after concessions', value: <Money paise={admission.net} /> },
          { label: 'Received, with form fees', value: <Money paise={admission.paid} /> },
          { label: 'Open', value: <Money paise={admission.due} /> },
        ]}
      />
      <Group>
        <Anchor component={Link} to={`/ledger/student-fee-plan/${admission.id}`} size="sm">
          Instalments
        </Anchor>
        <Anchor component={Link} to={`/payments/pay/${admission.id}`} size="sm">
          Take a payment
        </Anchor>
      </Group>
    </Stack>
  );
}
