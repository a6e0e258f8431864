// Class and session of a form that is opened for an enquiry, and who fills it in: the start of a registration and of an
// admission.
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { sessionLabels } from './look.tsx';
import { daySessions } from './registration/registration.contract.ts';

type DaySession = (typeof daySessions)[number];

export interface OpenChoice {
  readonly classId: number;
  readonly daySession: DaySession;
  readonly fill: 'CENTRE' | 'PARENT';
}

interface OpenChoiceProps {
  /** What the enquiry asks for. */
  asked: { readonly classId: number | null; readonly daySession: string | null };
  /** `left`: seats left by session, where they are counted. */
  classes: readonly {
    readonly id: number;
    readonly name: string;
    readonly left?: Readonly<Record<string, number>>;
  }[];
  /** Who gets the link: "the parent" or the parent's name. */
  parent: string;
  running: boolean;
  onOpen: (choice: OpenChoice) => void;
}

export function OpenChoice({ asked, classes, parent, running, onOpen }: OpenChoiceProps) {
  const [classId, setClassId] = useState(asked.classId === null ? null : String(asked.classId));
  const [session, setSession] = useState<string>(asked.daySession ?? 'MORNING');
  const left = classes.find((one) => String(one.id) === classId)?.left;
  const go = (fill: OpenChoice['fill']) => {
    const daySession = daySessions.find((one) => one === session) ?? 'MORNING';
    if (classId !== null) onOpen({ classId: Number(classId), daySession, fill });
  };
  return (
    <Stack gap="md" maw={640}>
      <FieldInput
        kind="choice"
        label="Class"
        value={classId}
        onChange={(value) => setClassId(typeof value === 'string' ? value : null)}
        options={classes.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      <FieldInput
        kind="choice"
        label="Session"
        value={session}
        onChange={(value) => setSession(String(value ?? 'MORNING'))}
        options={daySessions.map((value) => ({ value, label: sessionLabel(value, left) }))}
      />
      <Group>
        <Button loading={running} disabled={classId === null} onClick={() => go('CENTRE')}>
          Fill at the centre
        </Button>
        <Button variant="default" loading={running} disabled={classId === null} onClick={() => go('PARENT')}>
          Send the link to {parent}
        </Button>
      </Group>
    </Stack>
  );
}

function sessionLabel(session: DaySession, left: Readonly<Record<string, number>> | undefined): string {
  const label = sessionLabels[session] ?? session;
  return left && session in left ? `${label}, ${Math.max(0, left[session] ?? 0)} seats left` : label;
}
