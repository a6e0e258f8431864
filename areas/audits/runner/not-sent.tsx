import { Section } from '@aangan/web/ui/section.tsx';
import { useConfirm } from '@aangan/web/ui/use-confirm.tsx';
import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { signoffs } from '../engine/audit.states.ts';
import { viewPath } from '../view/audit-paths.ts';
import { type Audit, dropOps, questionsOf, readOps } from './audit-store.web.ts';
import { type KeptOp, questionOf, unsentText, wordOf } from './kept-ops.ts';
import { blockOf, sendAudits } from './send-audits.web.ts';
import { Shot } from './shot.tsx';

/**
 * An audit that takes nothing from this device any more, because somebody else goes on with it or it was handed in: what was
 * answered here stays to be read until it is thrown away.
 */
export function NotSent({ id, first, audit }: { id: string; first: readonly KeptOp[]; audit: Audit | null }) {
  const [kept, setKept] = useState(first);
  const [why, setWhy] = useState(blockOf(id)?.message ?? null);
  const confirm = useConfirm();
  useEffect(() => {
    // Asked once more: the server says who has it now.
    void sendAudits().then(async () => {
      setWhy(blockOf(id)?.message ?? null);
      setKept(await readOps(id));
    });
  }, [id]);
  const codes = new Map((audit ? questionsOf(audit) : []).map((one) => [one.id, one]));
  const throwAway = async () => {
    const sure = await confirm({
      title: 'Discard what was not sent',
      text: 'These answers and photos are only on this device.',
      confirm: 'Discard',
      danger: true,
    });
    if (!sure) return;
    await dropOps(kept);
    setKept([]);
  };
  const unsent = unsentText(kept);
  return (
    <Stack gap="md">
      <Alert
        color="warning"
        title={unsent ? `Not sent: ${unsent}` : 'Nothing waits on this device any more.'}
      >
        <Text size="sm">{why ?? 'This audit takes no answers from this device.'}</Text>
      </Alert>
      {kept.length > 0 ? (
        <Section title="On this device">
          <Stack gap="sm">
            {kept.map((one) => (
              <Unsent key={one.op.opId} kept={one} question={codes.get(questionOf(one.op))} />
            ))}
          </Stack>
        </Section>
      ) : null}
      <Group gap="sm">
        {audit ? (
          <Anchor component={Link} to={viewPath(audit.family, audit.id)} size="sm">
            Open the audit
          </Anchor>
        ) : null}
        {kept.length > 0 ? (
          <Button variant="default" onClick={() => void throwAway()}>
            Discard
          </Button>
        ) : null}
      </Group>
    </Stack>
  );
}

function Unsent({
  kept,
  question,
}: {
  kept: KeptOp;
  question: { code: string; question: string } | undefined;
}) {
  const { op } = kept;
  const said =
    op.kind === 'answer'
      ? [wordOf(op), op.note].filter(Boolean).join(', ')
      : op.kind === 'signoff'
        ? `Sign-off: ${[signoffs[op.signoff], op.name, op.note].filter(Boolean).join(', ')}`
        : op.kind === 'photo-gone'
          ? 'A photo was removed'
          : null;
  return (
    <div>
      {question ? (
        <Text size="sm">
          <Text span c="dimmed">
            {question.code}{' '}
          </Text>
          {question.question}
        </Text>
      ) : null}
      {said === null ? <Shot kept={kept} label="Photo" /> : <Text size="sm">{said}</Text>}
    </div>
  );
}
