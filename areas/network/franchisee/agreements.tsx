import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { daysBetween, todayIst } from '@aangan/contract/period.ts';
import { call } from '@aangan/web/api/call.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { ConfirmDialog } from '@aangan/web/ui/confirm-dialog.tsx';
import { DialogFoot } from '@aangan/web/ui/dialog-foot.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { FileLink } from '@aangan/web/ui/file-link.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { Money } from '@aangan/web/ui/values.tsx';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { TermBars } from '../term-bars.tsx';
import { agreementContract } from './agreement.contract.ts';
import { agreementLook, toneOfDays } from './franchisee-look.tsx';

type Agreement = OutputOf<typeof agreementContract.list>['rows'][number];
const kinds = { NEW: 'First agreement', RENEWAL: 'Renewal', ADDENDUM: 'Addendum' } as const;

type Open = { what: 'edit' | 'sign' | 'end'; row: Agreement | null } | null;

/** Agreements as terms on a line of time: the one that runs, the one that follows, and what has ended. */
export function Agreements({ franchiseeId }: { franchiseeId: number }) {
  const query = useQuery(agreementContract.list, { franchiseeId });
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const paperOf = async (id: string) =>
    (await query.refetch()).data?.rows.find((one) => one.id === id)?.file?.url;
  return (
    <QueryState query={query}>
      {({ rows, can }) => (
        <Section
          title="Agreements"
          actions={
            can['add'] ? (
              <Button size="xs" onClick={() => setOpen({ what: 'edit', row: null })}>
                Add an agreement
              </Button>
            ) : undefined
          }
        >
          {rows.length === 0 ? (
            <EmptyState
              title="No agreement yet"
              help="Enter the signed agreement, its document and its term."
            />
          ) : (
            <TermBars
              label="Terms of the agreements"
              terms={rows.map((row) => ({
                key: row.id,
                label: `${row.number} · ${kinds[row.kind]}`,
                from: row.from,
                to: row.to,
                tone: toneOf(row),
                note: <Note row={row} paperOf={paperOf} open={setOpen} />,
              }))}
            />
          )}
          {open?.what === 'edit' ? (
            <EditAgreement franchiseeId={franchiseeId} row={open.row} onClose={close} />
          ) : null}
          {open?.what === 'sign' && open.row ? (
            <SignAgreement franchiseeId={franchiseeId} row={open.row} onClose={close} />
          ) : null}
          {open?.what === 'end' && open.row ? (
            <EndAgreement franchiseeId={franchiseeId} row={open.row} onClose={close} />
          ) : null}
        </Section>
      )}
    </QueryState>
  );
}

function toneOf(row: Agreement): 'success' | 'warning' | 'danger' | 'neutral' {
  if (row.state !== 'ACTIVE') return 'neutral';
  const tone = toneOfDays(daysBetween(todayIst(serverNow()), row.to));
  return tone === 'neutral' ? 'success' : tone;
}

interface NoteProps {
  row: Agreement;
  paperOf: (id: string) => Promise<string | undefined>;
  open: (next: Open) => void;
}

function Note({ row, paperOf, open }: NoteProps) {
  return (
    <Stack gap={4} mt={4}>
      <Group gap="xs">
        <StatusTag area={agreementLook} state={row.state} />
        {row.file ? (
          <FileLink name={`Agreement ${row.number}`} address={() => paperOf(row.id)}>
            Document
          </FileLink>
        ) : (
          <Text size="sm" c="dimmed">
            No document
          </Text>
        )}
      </Group>
      {row.deposit > 0 ? (
        <Text size="sm" c="dimmed">
          {'Deposit '}
          <Money paise={row.deposit} />
        </Text>
      ) : null}
      {row.territoryNote ? <Text size="sm">{row.territoryNote}</Text> : null}
      {row.endedReason ? <Text size="sm">Ended: {row.endedReason}</Text> : null}
      <Group gap={4} ml={-8} className="no-print">
        {row.can['update'] ? (
          <Button size="compact-xs" variant="subtle" onClick={() => open({ what: 'edit', row })}>
            Edit
          </Button>
        ) : null}
        {row.can['sign'] ? (
          <Button size="compact-xs" variant="subtle" onClick={() => open({ what: 'sign', row })}>
            Signed
          </Button>
        ) : null}
        {row.can['terminate'] ? (
          <Button
            size="compact-xs"
            variant="subtle"
            color="danger"
            onClick={() => open({ what: 'end', row })}
          >
            Terminate
          </Button>
        ) : null}
      </Group>
    </Stack>
  );
}

const kindOptions = Object.entries(kinds).map(([value, label]) => ({ value, label }));

function EditAgreement({
  franchiseeId,
  row,
  onClose,
}: {
  franchiseeId: number;
  row: Agreement | null;
  onClose: () => void;
}) {
  const form = useForm(agreementContract.save, {
    start: row
      ? {
          franchiseeId,
          id: row.id,
          number: row.number,
          kind: row.kind,
          from: row.from,
          to: row.to,
          deposit: row.deposit,
          territoryNote: row.territoryNote,
        }
      : { franchiseeId, kind: 'NEW', deposit: 0, from: todayIst(serverNow()) },
    onDone: () => {
      notice.ok('Saved.');
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title={row ? row.number : 'New agreement'} size="lg">
      <Form form={form}>
        <Stack>
          <Group grow align="flex-start">
            <Field name="number" kind="text" label="Number" max={40} />
            <Field name="kind" kind="choice" label="Kind" options={kindOptions} />
          </Group>
          <Group grow align="flex-start">
            <Field name="from" kind="date" label="From" />
            <Field name="to" kind="date" label="To" />
          </Group>
          <Field name="deposit" kind="money" label="Security deposit" />
          <Field name="territoryNote" kind="longText" label="Territory, as agreed" optional max={500} />
          <Field name="fileId" kind="file" label="Signed document" optional accept={['pdf', 'jpg', 'png']} />
        </Stack>
        <SaveBar label="Save" will="It runs once it is marked as signed" onCancel={onClose} />
      </Form>
    </Modal>
  );
}

function SignAgreement({
  franchiseeId,
  row,
  onClose,
}: {
  franchiseeId: number;
  row: Agreement;
  onClose: () => void;
}) {
  const [day, setDay] = useState<string | null>(todayIst(serverNow()));
  const sign = useCommand(agreementContract.sign, {
    refresh: ['franchisee'],
    onDone: () => {
      notice.ok('The agreement runs.');
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title={`${row.number} is signed`}>
      <Stack>
        <FieldInput
          kind="date"
          label="Signed on"
          latest={todayIst(serverNow())}
          value={day}
          onChange={(value) => setDay((value as string | null) ?? null)}
        />
        <DialogFoot error={sign.error} onCancel={onClose}>
          <Button
            disabled={day === null}
            loading={sign.running}
            onClick={() =>
              day && void sign.run({ franchiseeId, id: row.id, signedOn: day }, { ifMatch: row.version })
            }
          >
            Save
          </Button>
        </DialogFoot>
      </Stack>
    </Modal>
  );
}

function EndAgreement({
  franchiseeId,
  row,
  onClose,
}: {
  franchiseeId: number;
  row: Agreement;
  onClose: () => void;
}) {
  const client = useQueryClient();
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Terminate ${row.number}?`}
      text="It ends now. Suspending or closing the centre is a step of its own."
      confirm="Terminate"
      danger
      reason={{ label: 'Reason', required: true, max: 300 }}
      run={async (reason) => {
        await call(
          agreementContract.terminate,
          { franchiseeId, id: row.id, reason },
          { ifMatch: row.version },
        );
        await client.invalidateQueries();
      }}
    />
  );
}
