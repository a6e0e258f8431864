import { ListingTable, useListing } from '@aangan/web/listing/listing-table.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { useState } from 'react';
import '../finance-look.tsx';
import { financeModules } from '../modules.ts';
import { notes } from './note.contract.ts';
import { NoteDialog, NoteDrawer, type NoteRow, type NoteStep } from './note-drawer.tsx';
import { NoteForm } from './note-form.tsx';

/** /ledger/transaction/add: a credit or debit note is written, and another person decides on it. */
export function Notes() {
  const writes = useSession().holds(financeModules.AddTransaction, true);
  return (
    <PageFrame title="Credit and debit notes" context="centre">
      <PageTabs
        tabs={[
          { value: 'write', label: 'Write a note', hidden: !writes, content: <NoteForm /> },
          { value: 'notes', label: 'Notes', content: <NoteList /> },
        ]}
      />
    </PageFrame>
  );
}

function NoteList() {
  const list = useListing(notes);
  const [asked, setAsked] = useState<{ row: NoteRow; step: NoteStep } | null>(null);
  return (
    <>
      <ListingTable
        of={notes}
        list={list}
        drawer={NoteDrawer}
        cells={{
          subject: {
            minWidth: 170,
            second: (row) => (row.party === 'STUDENT' ? row.centre : 'Head office to the centre'),
          },
          number: { second: (row) => row.askedBy },
        }}
        actions={(row) => [
          {
            label: 'Approve',
            frequent: true,
            hidden: !row.can.approve,
            run: () => setAsked({ row, step: 'approve' }),
          },
          {
            label: 'Reject',
            danger: true,
            hidden: !row.can.reject,
            run: () => setAsked({ row, step: 'reject' }),
          },
        ]}
        searchHint="Child, centre or number"
        empty={{
          title: 'No notes yet',
          help: 'Corrections of what was billed to a child or a centre stand here.',
        }}
      />
      {asked ? <NoteDialog row={asked.row} step={asked.step} onClose={() => setAsked(null)} /> : null}
    </>
  );
}
