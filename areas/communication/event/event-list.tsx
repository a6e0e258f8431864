import { useCommand } from '@aangan/web/api/use-command.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { type ListingRow, ListingTable, useListing } from '@aangan/web/listing/listing-table.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import type { RowAction } from '@aangan/web/table/column.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { useState } from 'react';
import { eventContract } from './event.contract.ts';
import { events } from './event.listing.ts';
import './event-look.tsx';
import { eventPaths } from './event-paths.ts';

type Row = ListingRow<typeof events.endpoints.list>;

const counted = (key: 'yes' | 'no' | 'adults') => ({
  cell: (row: Row) => (row.asksAnswers ? row[key] : '–'),
});
const cells = {
  title: {
    second: (row: Row) => [row.place, row.dates > 1 ? row.repeats : null].filter(Boolean).join(' · ') || null,
  },
  classes: { cell: (row: Row) => row.classes ?? 'All classes' },
  yes: counted('yes'),
  no: counted('no'),
  adults: counted('adults'),
};

/** /eventcalendar/event-calendar-list */
export function EventList() {
  const list = useListing(events);
  const { holds } = useSession();
  const [cancelling, setCancelling] = useState<Row | null>(null);
  const publish = useCommand(eventContract.publish, {
    onDone: () => notice.ok('Published'),
    onError: (error) => notice.error(error),
  });
  const writes = holds('eventCalendar', true);
  const add = writes ? { label: 'Add event', to: eventPaths.add } : undefined;
  const actions = (row: Row): RowAction[] => [
    { label: 'Edit', to: eventPaths.edit(row.id), hidden: !row.can.edit, edit: true },
    {
      label: 'Publish',
      run: () => publish.run({ id: row.id }, { ifMatch: row.version }),
      hidden: !row.can.publish,
    },
    { label: 'Copy', to: eventPaths.copy(row.id), hidden: !writes },
    { label: 'Cancel event', run: () => setCancelling(row), hidden: !row.can.cancel, danger: true },
  ];
  return (
    <PageFrame
      title={events.title}
      count={list.total ?? undefined}
      fill
      context="centre-year"
      primary={add}
      menu={[{ label: 'Calendar', to: eventPaths.calendar }]}
    >
      <ListingTable
        of={events}
        list={list}
        cells={cells}
        actions={actions}
        rowLink={(row) => eventPaths.view(row.id)}
        empty={{
          title: 'No event in this year.',
          help: 'What the centre plans for families and staff stands here, with the answers.',
          action: add,
        }}
      />
      {cancelling && <CancelEvent event={cancelling} onClose={() => setCancelling(null)} />}
    </PageFrame>
  );
}

export function CancelEvent({
  event,
  onClose,
}: {
  event: { id: string; title: string; version: number };
  onClose: () => void;
}) {
  return (
    <CommandDialog
      of={eventContract.cancel}
      title={`Cancel “${event.title}”?`}
      text="It stays in the calendar as cancelled. Families who said yes or maybe are given the reason."
      confirm="Cancel event"
      danger
      start={{ id: event.id }}
      ifMatch={event.version}
      refresh={['event']}
      done="Cancelled"
      onClose={onClose}
    />
  );
}
