import { useCommand } from '@aangan/web/api/use-command.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { roleContract } from './role.contract.ts';
import { isEmptyDelta } from './role-delta.ts';
import type { RoleMatrix } from './role-matrix.ts';
import type { RoleDraft } from './use-role-draft.tsx';

interface SaveProps {
  matrix: RoleMatrix;
  draft: RoleDraft;
  effectText: string | null;
  needsApproval: boolean;
  conflicts: number;
  blocked: boolean;
  problem: string | null;
  reload: () => void;
  children: ReactNode;
}

/** What a change does, why, and the button that saves or proposes it. */
export function SaveCard({
  matrix,
  draft,
  effectText,
  needsApproval,
  conflicts,
  blocked,
  problem,
  reload,
  children,
}: SaveProps) {
  const { role } = matrix;
  const [reason, setReason] = useState('');
  const save = useCommand(roleContract.save, {
    refresh: ['role-change', 'menu', 'dashboard', 'record-history'],
    onDone: ({ state }) => {
      draft.clear();
      setReason('');
      if (state === 'PENDING') notice.info('Proposed. Another super admin has to approve it.');
      else notice.ok('Saved. Changes apply immediately.');
    },
  });
  const dirty = !isEmptyDelta(draft.delta);
  const stale = save.error?.code === 'row.stale';
  const missing = conflicts > 0 && reason.trim() === '';
  return (
    <Section title="What this change does">
      <Stack gap="sm">
        <Text size="sm" {...(dirty ? {} : { c: 'dimmed' })} aria-live="polite">
          {dirty ? (effectText ?? 'Working it out…') : 'Tick a right to see what it gives and takes.'}
        </Text>
        {children}
        {problem ? <Alert color="danger">{problem}</Alert> : null}
        {save.error ? (
          <Alert color="danger" title={stale ? 'Somebody else changed this role meanwhile' : 'Not saved'}>
            {stale
              ? 'Your ticks are kept. Load the role as it is now and look at the effect again.'
              : save.error.message}
            {stale ? (
              <Group mt="xs">
                <Button
                  size="xs"
                  variant="default"
                  onClick={() => {
                    save.reset();
                    reload();
                  }}
                >
                  Load and keep my ticks
                </Button>
              </Group>
            ) : null}
          </Alert>
        ) : null}
        {dirty ? (
          <Textarea
            label="Why"
            description={conflicts > 0 ? undefined : 'Optional; it stays with the change.'}
            required={conflicts > 0}
            autosize
            minRows={1}
            maxLength={300}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        ) : null}
        <Group gap="sm">
          <Button
            disabled={!dirty || blocked || missing || problem !== null}
            loading={save.running}
            onClick={() =>
              void save.run(
                { roleId: role.id, delta: draft.delta, reason: reason.trim() || null },
                { ifMatch: role.version },
              )
            }
          >
            {needsApproval && dirty ? 'Propose change' : 'Save role'}
          </Button>
          <Button variant="default" disabled={draft.undo === null} onClick={() => draft.undo?.()}>
            Undo
          </Button>
          {dirty ? (
            <Button variant="subtle" color="gray" onClick={draft.clear}>
              Start again
            </Button>
          ) : null}
        </Group>
      </Stack>
    </Section>
  );
}
