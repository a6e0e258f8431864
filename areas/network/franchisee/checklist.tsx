import { daysBetween, todayIst } from '@aangan/contract/period.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatDay } from '@aangan/web/format.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { FileLink } from '@aangan/web/ui/file-link.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { ActionMenu } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { StatusTag, Tag } from '@aangan/web/ui/status-tag.tsx';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { checklistContract, PHASES } from './checklist.contract.ts';
import { AddDialog, AssignDialog, DoneDialog, type Item, WaiveDialog } from './checklist-dialogs.tsx';
import { checklistLook } from './franchisee-look.tsx';
import { OpeningForecast } from './opening-forecast.tsx';

type Phase = keyof typeof PHASES;
type Open = { what: 'done' | 'waive' | 'assign'; item: Item } | { what: 'add' } | null;

/** What must happen before a centre opens, phase by phase, with who owns it and until when. */
export function Checklist({ franchiseeId }: { franchiseeId: number }) {
  const query = useQuery(checklistContract.list, { franchiseeId });
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const evidenceOf = async (id: string) =>
    (await query.refetch()).data?.rows.find((one) => one.id === id)?.file?.url;
  return (
    <QueryState query={query}>
      {({ rows, can }) => (
        <Stack gap="lg">
          <Section
            title={
              rows.length === 0
                ? 'Checklist'
                : `${rows.filter((row) => row.state !== 'OPEN').length} of ${rows.length} done`
            }
            actions={
              can['add'] ? (
                <Button size="xs" variant="default" onClick={() => setOpen({ what: 'add' })}>
                  Add an item
                </Button>
              ) : undefined
            }
          >
            {rows.length === 0 ? (
              <EmptyState title="No checklist yet" help="It begins when the partner signs." />
            ) : (
              <OpeningForecast franchiseeId={franchiseeId} />
            )}
          </Section>
          {(Object.keys(PHASES) as Phase[]).map((phase) => (
            <PhaseList
              key={phase}
              phase={phase}
              rows={rows.filter((row) => row.phase === phase)}
              franchiseeId={franchiseeId}
              evidenceOf={evidenceOf}
              open={setOpen}
            />
          ))}
          {open?.what === 'done' ? (
            <DoneDialog franchiseeId={franchiseeId} item={open.item} onClose={close} />
          ) : null}
          {open?.what === 'waive' ? (
            <WaiveDialog franchiseeId={franchiseeId} item={open.item} onClose={close} />
          ) : null}
          {open?.what === 'assign' ? (
            <AssignDialog franchiseeId={franchiseeId} item={open.item} onClose={close} />
          ) : null}
          {open?.what === 'add' ? <AddDialog franchiseeId={franchiseeId} onClose={close} /> : null}
        </Stack>
      )}
    </QueryState>
  );
}

function PhaseList({
  phase,
  rows,
  franchiseeId,
  evidenceOf,
  open,
}: {
  phase: Phase;
  rows: readonly Item[];
  franchiseeId: number;
  evidenceOf: (id: string) => Promise<string | undefined>;
  open: (next: Open) => void;
}) {
  const reopen = useCommand(checklistContract.reopen, {
    refresh: ['franchisee'],
    onError: (error) => notice.error(error),
  });
  if (rows.length === 0) return null;
  return (
    <Section title={PHASES[phase]}>
      <Stack gap="sm">
        {rows.map((item) => (
          <Group key={item.id} justify="space-between" wrap="nowrap" align="flex-start">
            <div style={{ minWidth: 0 }}>
              <Text>
                {item.title} {item.gate ? <Tag tone="info">before opening</Tag> : null}
              </Text>
              <Text size="sm" c="dimmed">
                {[item.department, item.owner].filter(Boolean).join(' · ')} · <Due item={item} />
                {item.file ? (
                  <>
                    {' · '}
                    <FileLink name={`Evidence: ${item.title}`} address={() => evidenceOf(item.id)}>
                      Evidence
                    </FileLink>
                  </>
                ) : null}
                {item.reason ? ` · ${item.reason}` : ''}
              </Text>
            </div>
            <Group gap="xs" wrap="nowrap">
              {item.can['done'] ? (
                <Button size="compact-sm" variant="default" onClick={() => open({ what: 'done', item })}>
                  Done
                </Button>
              ) : (
                <StatusTag area={checklistLook} state={item.state} />
              )}
              <ActionMenu
                actions={[
                  {
                    label: 'Owner and day',
                    run: () => open({ what: 'assign', item }),
                    hidden: !item.can['assign'],
                  },
                  { label: 'Waive', run: () => open({ what: 'waive', item }), hidden: !item.can['waive'] },
                  {
                    label: 'Open again',
                    run: () => void reopen.run({ franchiseeId, id: item.id }, { ifMatch: item.version }),
                    hidden: !item.can['reopen'],
                  },
                ]}
              />
            </Group>
          </Group>
        ))}
      </Stack>
    </Section>
  );
}

function Due({ item }: { item: Item }) {
  if (item.state !== 'OPEN') return <>{item.doneBy ? `by ${item.doneBy}` : 'done'}</>;
  const days = daysBetween(todayIst(serverNow()), item.dueOn);
  return days < 0 ? (
    <Tag tone="danger">{`due ${formatDay(item.dueOn)}, ${-days} ${days === -1 ? 'day' : 'days'} late`}</Tag>
  ) : (
    <>due {formatDay(item.dueOn)}</>
  );
}
