import { useCommand } from '@aangan/web/api/use-command.ts';
import { buttonColumn, ShortTable } from '@aangan/web/table/short-table.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { useConfirm } from '@aangan/web/ui/use-confirm.tsx';
import { InstantText } from '@aangan/web/ui/values.tsx';
import { Button, Text } from '@mantine/core';
import { type Plan, type PublishWindow, windowContract } from './plan.contract.ts';
import { audiences } from './plan.states.ts';
import { REFRESH } from './plan-dialogs.tsx';

const weeksOf = ({ fromWeek, toWeek }: PublishWindow): string =>
  fromWeek === toWeek ? `Week ${fromWeek}` : `Weeks ${fromWeek}–${toWeek}`;

/** When and where weeks of the plan are visible. */
export function WindowsPanel({
  plan,
  windows,
  onOpen,
}: {
  plan: Plan;
  windows: readonly PublishWindow[];
  onOpen: () => void;
}) {
  const confirm = useConfirm();
  const revoke = useCommand(windowContract.revoke, {
    refresh: REFRESH,
    onDone: () => notice.ok('The window is closed.'),
    onError: (error) => notice.error(error),
  });
  const may = plan.can['windows'] ?? false;
  return (
    <Section
      title="Windows"
      help="A week is visible where any window is open."
      flush={windows.length > 0}
      actions={
        may ? (
          <Button size="xs" variant="default" onClick={onOpen}>
            Open weeks
          </Button>
        ) : null
      }
    >
      {windows.length === 0 ? (
        <Text c="dimmed">No weeks are open.</Text>
      ) : (
        <ShortTable
          label="Windows"
          rows={windows}
          keyOf={({ id }) => id}
          minWidth={820}
          columns={[
            { id: 'weeks', label: 'Weeks', cell: weeksOf },
            { id: 'for', label: 'For', cell: (row) => audiences[row.audience] },
            {
              id: 'where',
              label: 'Where',
              cell: (row) => (row.places.length === 0 ? 'All centres' : row.places.join(', ')),
            },
            { id: 'opens', label: 'Opens', cell: (row) => <InstantText at={row.opensAt} /> },
            {
              id: 'closes',
              label: 'Closes',
              cell: (row) => (row.closesAt ? <InstantText at={row.closesAt} /> : '–'),
            },
            {
              id: 'state',
              label: 'State',
              cell: (row) => <StatusTag area="publish-window" state={row.state} />,
            },
            ...(may
              ? [
                  buttonColumn<PublishWindow>('Close now', {
                    says: (row) => `Close now: ${weeksOf(row)}`,
                    when: (row) => row.state === 'OPEN' || row.state === 'PLANNED',
                    run: async (row) => {
                      if (
                        await confirm({
                          title: `Close ${weeksOf(row).toLowerCase()}?`,
                          text: 'Whoever sees them by this window alone no longer does.',
                          confirm: 'Close now',
                          danger: true,
                        })
                      )
                        await revoke.run({ id: row.id }, { ifMatch: row.version });
                    },
                  }),
                ]
              : []),
          ]}
        />
      )}
    </Section>
  );
}
