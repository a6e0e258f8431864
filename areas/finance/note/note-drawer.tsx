import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { formatRupees } from '@aangan/web/format.ts';
import type { ListingRow } from '@aangan/web/listing/listing-table.tsx';
import { HistoryPanel } from '@aangan/web/record/history-panel.tsx';
import { type Column, dayColumn, moneyColumn, textColumn } from '@aangan/web/table/column.tsx';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { FileLink } from '@aangan/web/ui/file-link.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { DateText, InstantText, Money } from '@aangan/web/ui/values.tsx';
import { Button, Drawer, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { noteContract, type notes } from './note.contract.ts';
import { noteTypes, reasonTitles } from './note.states.ts';

export type NoteRow = ListingRow<typeof notes.endpoints.list>;
export type NoteStep = 'approve' | 'reject';
type Note = OutputOf<typeof noteContract.get>;

const partColumns: Column<Note['parts'][number]>[] = [
  textColumn('label', 'What', (part) => part.label),
  moneyColumn('amount', 'Amount', (part) => part.amount),
  moneyColumn('tax', 'Tax', (part) => part.tax),
];
const postingColumns: Column<Note['postings'][number]>[] = [
  textColumn('account', 'Account', (one) => one.account, {
    second: (one) => (one.book === 'HEAD_OFFICE' ? 'Head office’s book' : null),
  }),
  dayColumn('on', 'Dated', (one) => one.on),
  moneyColumn('debit', 'Debit', (one) => (one.amount > 0 ? one.amount : null)),
  moneyColumn('credit', 'Credit', (one) => (one.amount < 0 ? -one.amount : null)),
];

/** One note: what it is made of, its PDF, the decision and what was booked. */
export function NoteDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(noteContract.get, { id }, { fresh: 0 });
  const [step, setStep] = useState<NoteStep | null>(null);
  const row = query.data;
  return (
    <Drawer opened onClose={onClose} title={row ? (row.number ?? noteTypes[row.type]) : 'Note'}>
      <QueryState query={query}>
        {(note) => (
          <Stack gap="md">
            <Group justify="space-between">
              <StatusTag area="note" state={note.status} />
              <Group gap="xs">
                {note.can['approve'] ? <Button onClick={() => setStep('approve')}>Approve</Button> : null}
                {note.can['reject'] ? (
                  <Button variant="default" onClick={() => setStep('reject')}>
                    Reject
                  </Button>
                ) : null}
                {note.pdfUrl ? (
                  <Button component="a" variant="default" href={note.pdfUrl} target="_blank" rel="noopener">
                    Open PDF
                  </Button>
                ) : null}
              </Group>
            </Group>
            <About note={note} refetch={async () => (await query.refetch()).data?.attachment?.url} />
            <ShortTable
              label="What it is made of"
              rows={note.parts}
              keyOf={(part) => part.label}
              columns={partColumns}
            />
            {note.postings.length > 0 ? (
              <ShortTable
                label="What was booked"
                rows={note.postings.map((one, at) => ({ ...one, at }))}
                keyOf={(one) => one.at}
                columns={postingColumns}
              />
            ) : null}
            <HistoryPanel kind="note" id={id} />
            {step ? <NoteDialog row={note} step={step} onClose={() => setStep(null)} /> : null}
          </Stack>
        )}
      </QueryState>
    </Drawer>
  );
}

const About = ({ note, refetch }: { note: Note; refetch: () => Promise<string | undefined> }) => (
  <Stack gap="sm">
    <Facts
      min={150}
      items={[
        { label: 'Note', value: noteTypes[note.type] },
        { label: 'For', value: note.subject },
        { label: 'Reason', value: reasonTitles[note.reasonCode] },
        { label: 'Amount', value: <Money paise={note.total} /> },
        ...(note.against ? [{ label: 'Against', value: note.against }] : []),
        ...(note.issuedOn ? [{ label: 'Dated', value: <DateText day={note.issuedOn} /> }] : []),
        { label: 'Asked by', value: note.askedBy ?? 'The product' },
        { label: 'Asked', value: <InstantText at={note.askedAt} /> },
        ...(note.decidedBy ? [{ label: 'Decided by', value: note.decidedBy }] : []),
      ]}
    />
    <Text>{note.reason}</Text>
    {note.decisionNote ? <Text c="dimmed">{note.decisionNote}</Text> : null}
    {note.attachment ? (
      <FileLink name={note.attachment.name} address={async () => (await refetch()) ?? ''}>
        {note.attachment.name}
      </FileLink>
    ) : null}
  </Stack>
);

interface DialogProps {
  row: Pick<NoteRow, 'id' | 'version' | 'subject' | 'total' | 'type'>;
  step: NoteStep;
  onClose: () => void;
}

export function NoteDialog({ row, step, onClose }: DialogProps) {
  const what = `${noteTypes[row.type].toLowerCase()} of ${formatRupees(row.total)} for ${row.subject}`;
  const shared = {
    start: { id: row.id },
    ifMatch: row.version,
    refresh: ['note', 'franchisee-due', 'student-ledger', 'home'],
    onClose,
  };
  return step === 'approve' ? (
    <CommandDialog
      {...shared}
      of={noteContract.approve}
      title={`Approve the ${what}?`}
      text="It is numbered, booked in every book it touches, and sent."
      confirm="Approve note"
      done={({ number }) => `Issued as ${number}.`}
    />
  ) : (
    <CommandDialog
      {...shared}
      of={noteContract.reject}
      title={`Reject the ${what}?`}
      text="Nothing is booked."
      confirm="Reject note"
      danger
      done="Rejected; nothing was booked."
    />
  );
}
