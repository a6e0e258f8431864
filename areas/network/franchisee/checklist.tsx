import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { daysBetween, todayIst } from '@aangan/contract/period.ts';
import { call } from '@aangan/web/api/call.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { formatDay } from '@aangan/web/format.ts';
import { ConfirmDialog } from '@aangan/web/ui/confirm-dialog.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { MenuOfDeeds } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { StatusTag, Tag } from '@aangan/web/ui/status-tag.tsx';
import { UploadField } from '@aangan/web/ui/upload-field.tsx';
import { Anchor, Button, Group, Modal, Progress, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { checklistLook } from './franchisee-look.tsx';
import { checklistContract, PHASES } from './franchisee-master.contract.ts';

type Item = OutputOf<typeof checklistContract.list>['rows'][number];
type Phase = keyof typeof PHASES;
type Open = { what: 'done' | 'waive' | 'assign'; item: Item } | { what: 'add' } | null;

/** What must happen before a centre opens, phase by phase, with who owns it and until when. */
export function Checklist({ franchiseeId }: { franchiseeId: number }) {
  const query = useQuery(checklistContract.list, { franchiseeId });
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
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
              <PhaseBars rows={rows} />
            )}
          </Section>
          {(Object.keys(PHASES) as Phase[]).map((phase) => (
            <PhaseList
              key={phase}
              phase={phase}
              rows={rows.filter((row) => row.phase === phase)}
              franchiseeId={franchiseeId}
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

function PhaseBars({ rows }: { rows: readonly Item[] }) {
  return (
    <Stack gap="xs">
      {(Object.keys(PHASES) as Phase[]).flatMap((phase) => {
        const own = rows.filter((row) => row.phase === phase);
        if (own.length === 0) return [];
        const done = own.filter((row) => row.state !== 'OPEN').length;
        return [
          <Group key={phase} gap="sm" wrap="nowrap">
            <Text size="sm" w={84}>
              {PHASES[phase]}
            </Text>
            <Progress value={(done / own.length) * 100} style={{ flex: 1 }} aria-label={PHASES[phase]} />
            <Text size="sm" className="figures" w={52} ta="right">
              {done} / {own.length}
            </Text>
          </Group>,
        ];
      })}
    </Stack>
  );
}

function PhaseList({
  phase,
  rows,
  franchiseeId,
  open,
}: {
  phase: Phase;
  rows: readonly Item[];
  franchiseeId: number;
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
                    <Anchor href={item.file.url} target="_blank" rel="noreferrer" size="sm">
                      Evidence
                    </Anchor>
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
              <MenuOfDeeds
                deeds={[
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

function DoneDialog({
  franchiseeId,
  item,
  onClose,
}: {
  franchiseeId: number;
  item: Item;
  onClose: () => void;
}) {
  const [fileId, setFileId] = useState<string | null>(null);
  const done = useCommand(checklistContract.done, {
    refresh: ['franchisee'],
    onDone: onClose,
    onError: (error) => notice.error(error),
  });
  return (
    <Modal opened onClose={onClose} title={item.title}>
      <Stack>
        <UploadField
          label={item.needsEvidence ? 'Paper or photo' : 'Paper or photo (optional)'}
          required={item.needsEvidence}
          value={fileId}
          onChange={setFileId}
          accept={['pdf', 'jpg', 'png']}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={item.needsEvidence && fileId === null && item.file === null}
            loading={done.running}
            onClick={() =>
              void done.run(
                { franchiseeId, id: item.id, ...(fileId ? { fileId } : {}) },
                { ifMatch: item.version },
              )
            }
          >
            Done
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function WaiveDialog({
  franchiseeId,
  item,
  onClose,
}: {
  franchiseeId: number;
  item: Item;
  onClose: () => void;
}) {
  const client = useQueryClient();
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Do without “${item.title}”?`}
      confirm="Waive"
      danger
      reason={{ label: 'Reason', required: true, max: 300 }}
      run={async (reason) => {
        await call(checklistContract.waive, { franchiseeId, id: item.id, reason }, { ifMatch: item.version });
        await client.invalidateQueries();
      }}
    />
  );
}

function AssignDialog({
  franchiseeId,
  item,
  onClose,
}: {
  franchiseeId: number;
  item: Item;
  onClose: () => void;
}) {
  const form = useForm(checklistContract.assign, {
    start: { franchiseeId, id: item.id, ownerId: item.ownerId, dueOn: item.dueOn },
    ifMatch: item.version,
    onDone: onClose,
  });
  return (
    <Modal opened onClose={onClose} title={item.title}>
      <Form form={form}>
        <Stack>
          <Field name="ownerId" kind="reference" to="user" label="Owner" optional chosenLabel={item.owner} />
          <Field name="dueOn" kind="date" label="Due on" />
        </Stack>
        <SaveBar label="Save" onCancel={onClose} />
      </Form>
    </Modal>
  );
}

function AddDialog({ franchiseeId, onClose }: { franchiseeId: number; onClose: () => void }) {
  const form = useForm(checklistContract.add, {
    start: { franchiseeId, phase: 'SITE', needsEvidence: false, gate: false, dueOn: todayIst(serverNow()) },
    refresh: ['franchisee'],
    onDone: onClose,
  });
  return (
    <Modal opened onClose={onClose} title="New checklist item">
      <Form form={form}>
        <Stack>
          <Field name="title" kind="text" label="What" max={120} />
          <Field
            name="phase"
            kind="choice"
            label="Phase"
            options={Object.entries(PHASES).map(([value, label]) => ({ value, label }))}
          />
          <Field name="departmentId" kind="reference" to="department" label="Department" />
          <Field name="ownerId" kind="reference" to="user" label="Owner" optional />
          <Field name="dueOn" kind="date" label="Due on" />
          <Field name="needsEvidence" kind="boolean" label="Needs a paper or photo" />
          <Field name="gate" kind="boolean" label="Must be done before opening" />
        </Stack>
        <SaveBar label="Add" onCancel={onClose} />
      </Form>
    </Modal>
  );
}
