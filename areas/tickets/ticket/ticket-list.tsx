import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { type ListModel, useList } from '@aangan/web/list/use-list.ts';
import { type ListingRow, ListingTable, listingFilters } from '@aangan/web/listing/listing-table.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { icon } from '@aangan/web/ui/icon.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { Alert, ScrollArea, Tabs } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { ticketContract as contract } from './ticket.contract.ts';
import { tickets } from './ticket.listing.ts';
import { slugLabels, slugOf, type TicketSlug } from './ticket.states.ts';
import { DueCell } from './ticket-look.tsx';
import { useAgents } from './use-agents.tsx';

type Row = ListingRow<typeof tickets.endpoints.list>;
const LIST = '/ticketing-bees/bees-ticket-list';
export const ticketLink = (id: string): string => `/ticketing-bees/action/${id}`;

const cells = {
  ticketNo: { second: (row: Row) => row.centre },
  subject: { second: (row: Row) => row.category },
  dueAt: { cell: (row: Row) => <DueCell at={row.dueAt} late={row.late} state={row.slaState} /> },
};

const empties: Partial<Record<TicketSlug, string>> = {
  open: 'No open tickets. Well done.',
  breached: 'Nothing is late.',
  unassigned: 'Every open ticket has its owner.',
};

/** /ticketing-bees/bees-ticket-list/{ticketstatus} */
export function TicketList() {
  const { ticketstatus } = useParams();
  const slug = slugOf(ticketstatus);
  return <OneView key={slug} slug={slug} unknown={ticketstatus !== slug} />;
}

function OneView({ slug, unknown }: { slug: TicketSlug; unknown: boolean }) {
  const navigate = useNavigate();
  const tabs = useQuery(contract.tabs, {}, { every: 60_000 });
  const filters = useMemo(() => listingFilters(tickets), []);
  const list = useList(tickets.endpoints.list, {
    filters,
    sort: tickets.sort,
    input: { view: slug },
  }) as ListModel<unknown> as ListModel<Row>;
  const [asked, ask] = useState<{ step: 'assign' | 'priority'; rows: readonly Row[] } | null>(null);
  const { holds } = useSession();
  const works = holds(contract.assign.module, true);
  const add = { label: 'New ticket', to: '/ticketing-bees/create-bees-ticket', icon: <IconPlus {...icon} /> };
  return (
    <PageFrame
      title="Tickets"
      count={list.total ?? undefined}
      fill
      context="centre"
      primary={holds(contract.create.module, true) ? add : undefined}
    >
      {unknown && <Alert mb="sm">Unknown status, showing open tickets</Alert>}
      <ScrollArea type="never" style={{ flex: 'none' }} mb="md">
        <Tabs value={slug} onChange={(to) => to && void navigate(`${LIST}/${to}`)}>
          <Tabs.List style={{ flexWrap: 'nowrap' }}>
            {Object.entries(slugLabels).map(([key, label]) => (
              <Tabs.Tab key={key} value={key}>
                {tabs.data ? `${label} ${tabs.data.counts[key] ?? 0}` : label}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </Tabs>
      </ScrollArea>
      <ListingTable
        of={tickets}
        list={list}
        cells={cells}
        rowLink={(row) => ticketLink(row.id)}
        searchHint="Number, subject or centre"
        actions={(row) => [
          { label: 'Open', to: ticketLink(row.id), frequent: true },
          { label: 'Assign', run: () => ask({ step: 'assign', rows: [row] }), hidden: !row.can.assign },
          {
            label: 'Change priority',
            run: () => ask({ step: 'priority', rows: [row] }),
            hidden: !row.can.priority,
          },
        ]}
        bulk={[
          {
            label: (n) => `Assign ${n}`,
            run: (rows) => ask({ step: 'assign', rows: rows.filter((row) => row.can.assign) }),
            hidden: !works,
          },
          {
            label: (n) => `Change priority of ${n}`,
            run: (rows) => ask({ step: 'priority', rows: rows.filter((row) => row.can.priority) }),
            hidden: !works,
          },
        ]}
        empty={{
          title: empties[slug] ?? 'No ticket here',
          help: 'What a centre needs from head office is asked in a ticket.',
          ...(holds(contract.create.module, true) ? { action: add } : {}),
        }}
      />
      {asked && <BulkStep {...asked} onClose={() => ask(null)} />}
    </PageFrame>
  );
}

function BulkStep({
  step,
  rows,
  onClose,
}: {
  step: 'assign' | 'priority';
  rows: readonly Row[];
  onClose: () => void;
}) {
  const search = useAgents();
  const [first] = rows;
  const ids = rows.map(({ id }) => id);
  const named = rows.length === 1 && first ? first.ticketNo : `${rows.length} tickets`;
  const done = ({ changed }: { changed: number }) => `${changed} changed.`;
  if (step === 'assign')
    return (
      <CommandDialog
        of={contract.assign}
        title={`Assign ${named}`}
        text="The clock goes on as it is."
        confirm="Assign"
        start={{ ids }}
        fields={{ ownerId: { search } }}
        done={done}
        onClose={onClose}
      />
    );
  return (
    <CommandDialog
      of={contract.setPriority}
      title={`Change priority of ${named}`}
      text="Targets are taken anew; time that has passed stays."
      confirm="Change priority"
      start={{ ids }}
      done={done}
      onClose={onClose}
    />
  );
}
