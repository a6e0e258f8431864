import { formatDate } from '@aangan/contract/period.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { icon } from '@aangan/web/ui/icon.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { useConfirm } from '@aangan/web/ui/use-confirm.tsx';
import { Button, Group, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import '../audits-look.tsx';
import { type Cycle, amsCycleContract as contract } from './ams-cycle.contract.ts';
import { type Centres, CycleRules } from './cycle-rules.tsx';

/** /amsv1/cycleConfiguration: the cycles of each year, and how many visits a centre of each category gets in one. */
export function AmsCycles() {
  const query = useQuery(contract.list, {}, { fresh: 0 });
  const [edited, edit] = useState<Cycle | 'new' | null>(null);
  const mayWrite = useSession().holds(contract.add.module, true);
  const add = { label: 'Add cycle', run: () => edit('new'), icon: <IconPlus {...icon} /> };
  return (
    <PageFrame title="Audit cycles" count={query.data?.rows.length} primary={mayWrite ? add : undefined}>
      <QueryState query={query}>
        {({ rows, centres }) =>
          rows.length === 0 ? (
            <Section>
              <EmptyState
                title="No cycles yet"
                help="A cycle says from when to when each centre needs how many visits."
                action={mayWrite ? add : undefined}
              />
            </Section>
          ) : (
            <Stack gap="md">
              {rows.map((cycle) => (
                <OneCycle
                  key={`${cycle.id} ${cycle.version}`}
                  cycle={cycle}
                  centres={centres}
                  onEdit={() => edit(cycle)}
                />
              ))}
            </Stack>
          )
        }
      </QueryState>
      {edited && <CycleDialog cycle={edited === 'new' ? null : edited} onClose={() => edit(null)} />}
    </PageFrame>
  );
}

function OneCycle({ cycle, centres, onEdit }: { cycle: Cycle; centres: Centres; onEdit: () => void }) {
  const ask = useConfirm();
  const { id, name, can } = cycle;
  const onError = (error: Parameters<typeof notice.error>[0]) => notice.error(error);
  const activate = useCommand(contract.activate, {
    onDone: () => notice.ok(`${name} is active.`),
    onError,
  });
  const close = useCommand(contract.close, { onDone: () => notice.ok(`${name} is closed.`), onError });
  const askActivate = async () => {
    const sure = await ask({
      title: `Activate ${name}?`,
      text: 'Its days and visits are not changed any more.',
      confirm: 'Activate cycle',
    });
    if (sure) await activate.run({ id }, { ifMatch: cycle.version });
  };
  const askClose = async () => {
    const sure = await ask({
      title: `Close ${name}?`,
      text: 'No visit is planned for it any more. It cannot be opened again.',
      confirm: 'Close cycle',
      danger: true,
    });
    if (sure) await close.run({ id }, { ifMatch: cycle.version });
  };
  return (
    <Section
      title={`${name} · ${cycle.year}`}
      help={`${formatDate(cycle.fromOn)} to ${formatDate(cycle.toOn)}`}
      actions={
        <Group gap="sm">
          <StatusTag area="ams-cycle" state={cycle.state} />
          {can['change'] && (
            <Button size="xs" variant="default" onClick={onEdit}>
              Change days
            </Button>
          )}
          {can['activate'] && (
            <Button size="xs" onClick={() => void askActivate()}>
              Activate
            </Button>
          )}
          {can['close'] && (
            <Button size="xs" variant="default" onClick={() => void askClose()}>
              Close
            </Button>
          )}
        </Group>
      }
    >
      <CycleRules cycle={cycle} centres={centres} />
    </Section>
  );
}

function CycleDialog({ cycle, onClose }: { cycle: Cycle | null; onClose: () => void }) {
  if (cycle === null)
    return (
      <CommandDialog
        of={contract.add}
        title="Add cycle"
        text="A draft within one academic year. Say afterwards how many visits its centres get."
        confirm="Add cycle"
        done="The cycle is a draft."
        onClose={onClose}
      />
    );
  const { id, name, fromOn, toOn, version } = cycle;
  return (
    <CommandDialog
      of={contract.change}
      title={name}
      confirm="Save cycle"
      start={{ id, name, fromOn, toOn }}
      ifMatch={version}
      done="Saved."
      onClose={onClose}
    />
  );
}
