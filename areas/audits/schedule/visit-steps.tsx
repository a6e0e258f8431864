import { formatDate } from '@aangan/contract/period.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import type { ListingRow } from '@aangan/web/listing/listing-table.tsx';
import type { RowAction } from '@aangan/web/table/column.tsx';
import { icon } from '@aangan/web/ui/icon.ts';
import { IconCalendarTime } from '@tabler/icons-react';
import { useState } from 'react';
import { amsVisitContract as contract } from './ams-visit.contract.ts';
import type { amsVisits } from './ams-visit.listing.ts';
import { SCHEDULE_REFRESH } from './planned-month.ts';
import { type Slot, slots } from './visit.states.ts';

export type VisitOfList = ListingRow<typeof amsVisits.endpoints.list>;
type Step = 'replan' | 'move' | 'requestMove' | 'decide' | 'cancel';

/** Day and time that a move was asked for. */
export const movedTo = ({ moveTo, moveSlot }: VisitOfList): string | null =>
  moveTo === null ? null : `${formatDate(moveTo)}, ${slots[moveSlot as Slot].toLowerCase()}`;

/** What may be done with a visit, and the dialog of the step that is chosen. */
export function useVisitSteps() {
  const [asked, setAsked] = useState<{ step: Step; row: VisitOfList } | null>(null);
  const ask = (step: Step, row: VisitOfList) => setAsked({ step, row });
  const actions = (row: VisitOfList): readonly RowAction[] => [
    {
      label: 'Decide',
      icon: <IconCalendarTime {...icon} />,
      frequent: true,
      hidden: !row.can.decide,
      run: () => ask('decide', row),
    },
    { label: 'Plan again', hidden: !row.can.replan, run: () => ask('replan', row) },
    { label: 'Move', hidden: !row.can.move, run: () => ask('move', row) },
    { label: 'Ask for a move', hidden: !row.can.requestMove, run: () => ask('requestMove', row) },
    { label: 'Cancel visit', danger: true, hidden: !row.can.cancel, run: () => ask('cancel', row) },
  ];
  return { actions, ask, dialog: asked && <StepDialog {...asked} onClose={() => setAsked(null)} /> };
}

function StepDialog({ step, row, onClose }: { step: Step; row: VisitOfList; onClose: () => void }) {
  const on = `${formatDate(row.plannedOn)}, ${slots[row.slot].toLowerCase()}`;
  const shared = {
    title: `${row.centre}, ${on}`,
    ifMatch: row.version,
    refresh: SCHEDULE_REFRESH,
    onClose,
  };
  const start = { id: row.id };
  switch (step) {
    case 'replan':
      return (
        <CommandDialog
          of={contract.replan}
          {...shared}
          text="The missed visit stays as it is; another one stands on the new day. In a month that is not approved yet it is part of the plan."
          confirm="Plan again"
          start={{ ...start, slot: row.slot }}
          done={({ planned }) =>
            planned ? 'It stands in the plan of that month.' : 'The visit is scheduled again.'
          }
        />
      );
    case 'move':
      return (
        <CommandDialog
          of={contract.move}
          {...shared}
          text="Another day of the same month. After a few moves of a visit its zone manager has to be asked."
          confirm="Move visit"
          start={{ ...start, to: row.plannedOn, slot: row.slot }}
          done="The visit is moved."
        />
      );
    case 'requestMove':
      return (
        <CommandDialog
          of={contract.requestMove}
          {...shared}
          text="The zone manager decides. Until then the visit stays where it is."
          confirm="Ask for the move"
          start={{ ...start, to: row.plannedOn, slot: row.slot }}
          done="The zone manager is asked."
        />
      );
    case 'decide':
      return (
        <CommandDialog
          of={contract.decideMove}
          {...shared}
          text={`${row.person} asks for ${movedTo(row)}: ${row.reason ?? ''}`}
          confirm="Decide"
          start={{ ...start, decision: 'approve' }}
          done="Decided."
        />
      );
    case 'cancel':
      return (
        <CommandDialog
          of={contract.cancel}
          {...shared}
          text={row.kind === 'SURPRISE' ? 'The centre does not hear of it.' : 'The centre is told.'}
          confirm="Cancel visit"
          danger
          start={start}
          done="The visit is cancelled."
        />
      );
  }
}
