import type { ApiError } from '@aangan/web/api/api-error.ts';
import { call } from '@aangan/web/api/call.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { ConfirmDialog } from '@aangan/web/ui/confirm-dialog.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { InstantText } from '@aangan/web/ui/values.tsx';
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { EffectPanel, effectSentence } from './effect-panel.tsx';
import { type RoleChangeRow, roleChangeContract } from './role-change.contract.ts';
import '../system-look.tsx';

/** Proposed and decided changes; the difference is approved, not the whole role. */
export function RoleChanges({ roleId }: { roleId?: number }) {
  const query = useQuery(roleChangeContract.list, roleId === undefined ? {} : { roleId });
  return (
    <QueryState query={query}>
      {({ rows }) =>
        rows.length === 0 ? (
          <EmptyState
            title="No change yet"
            help="A change of a role where money is touched waits here for a second person. What was applied stays here too."
          />
        ) : (
          <Stack gap="md">
            {rows.map((row) => (
              <OneChange key={row.id} row={row} reload={() => void query.refetch()} />
            ))}
          </Stack>
        )
      }
    </QueryState>
  );
}

function OneChange({ row, reload }: { row: RoleChangeRow; reload: () => void }) {
  const [asked, setAsked] = useState<'approve' | 'reject' | null>(null);
  const told = { refresh: ['role', 'dashboard'], onError: (error: ApiError) => notice.error(error) };
  const rebase = useCommand(roleChangeContract.rebase, {
    ...told,
    onDone: () => notice.ok('Brought up to date.'),
  });
  const approve = useCommand(roleChangeContract.approve, told);
  const open = row.state === 'PENDING' || row.state === 'STALE';
  const decide = async (reason: string) => {
    if (asked === 'reject') await call(roleChangeContract.reject, { id: row.id, reason });
    reload();
  };
  return (
    <Section
      title={row.roleDescription}
      help={effectSentence(row.effect)}
      actions={
        <Group gap="xs">
          {row.can['rebase'] ? (
            <Button
              size="xs"
              variant="default"
              loading={rebase.running}
              onClick={() => void rebase.run({ id: row.id })}
            >
              Bring up to date
            </Button>
          ) : null}
          {row.can['reject'] ? (
            <Button size="xs" variant="default" onClick={() => setAsked('reject')}>
              Reject
            </Button>
          ) : null}
          {row.can['approve'] ? (
            <Button size="xs" onClick={() => setAsked('approve')}>
              Approve
            </Button>
          ) : null}
        </Group>
      }
    >
      <Stack gap="sm">
        <Group gap="sm">
          <StatusTag area="role-change" state={row.outdated ? 'STALE' : row.state} />
          <Text size="sm" c="dimmed">
            {`Proposed by ${row.proposedBy}, `}
            <InstantText at={row.at} ago />
            {row.decidedBy ? `, decided by ${row.decidedBy}` : ''}
          </Text>
          <Anchor component={Link} to={`/system/edit-role/${row.roleId}`} size="sm">
            Open role
          </Anchor>
        </Group>
        {row.reason ? <Text size="sm">{`Why: ${row.reason}`}</Text> : null}
        {row.decisionReason ? <Text size="sm">{`Decision: ${row.decisionReason}`}</Text> : null}
        {open ? <EffectPanel effect={row.effect} /> : null}
      </Stack>
      <ConfirmDialog
        opened={asked === 'reject'}
        onClose={() => setAsked(null)}
        title={`Reject the change of ${row.roleDescription}?`}
        confirm="Reject change"
        danger
        reason={{ label: 'Why', required: true, max: 300 }}
        run={decide}
      />
      <ConfirmDialog
        opened={asked === 'approve'}
        onClose={() => setAsked(null)}
        title={`Approve the change of ${row.roleDescription}?`}
        text={`${effectSentence(row.effect)}. Changes apply immediately.`}
        confirm="Approve change"
        run={async () => {
          const done = await approve.run({ id: row.id });
          if (done) notice.ok('Applied. Changes apply immediately.');
          reload();
        }}
      />
    </Section>
  );
}
