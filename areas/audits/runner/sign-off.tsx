import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { AuditOp } from '../engine/audit.contract.ts';
import { signoffs } from '../engine/audit.states.ts';
import type { Audit } from './audit-store.web.ts';

type Kind = keyof typeof signoffs;

/** What the centre says of it before it is handed in. */
export function SignOff({
  audit,
  fault,
  onSign,
}: {
  audit: Audit;
  fault: string | undefined;
  onSign: (op: Extract<AuditOp, { kind: 'signoff' }>) => void;
}) {
  const [signoff, setSignoff] = useState<Kind | null>(audit.signoff as Kind | null);
  const [name, setName] = useState(audit.signoffName ?? '');
  const [note, setNote] = useState(audit.signoffNote ?? '');
  const [kept, setKept] = useState(audit.signoff !== null);
  return (
    <Section title="Sign-off by the centre">
      <Stack gap="sm" maw={480}>
        <FieldInput
          kind="choice"
          label="The centre’s view"
          options={Object.entries(signoffs).map(([value, label]) => ({ value, label }))}
          value={signoff}
          onChange={(value) => {
            setSignoff(value as Kind | null);
            setKept(false);
          }}
        />
        <FieldInput
          kind="text"
          label="Name"
          optional
          value={name}
          onChange={(value) => setName(String(value ?? ''))}
        />
        <FieldInput
          kind="longText"
          label="Their comment"
          optional
          value={note}
          onChange={(value) => setNote(String(value ?? ''))}
        />
        <Button
          variant="default"
          style={{ alignSelf: 'flex-start' }}
          disabled={signoff === null}
          onClick={() => {
            if (signoff === null) return;
            onSign({
              kind: 'signoff',
              opId: crypto.randomUUID(),
              signoff,
              name: name.trim() || null,
              note: note.trim() || null,
            });
            setKept(true);
          }}
        >
          Save sign-off
        </Button>
        {kept ? <Text size="sm">Saved.</Text> : null}
        {fault ? (
          <Text size="sm" c="var(--a-danger-text)" role="alert">
            {fault}
          </Text>
        ) : null}
      </Stack>
    </Section>
  );
}
