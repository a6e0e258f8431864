import { useList } from '@aangan/web/list/use-list.ts';
import { ListingTable, listingFilters } from '@aangan/web/listing/listing-table.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { stateTable } from '@aangan/web/ui/state-look.ts';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { useMemo } from 'react';
import { optionsOfRows } from '../enquiry/choice-filter.web.ts';
import { useEnquiryChoices } from '../enquiry/enquiry-look.tsx';
import { callResults, calls } from './call.listing.ts';

stateTable('call', {
  RINGING: ['info', callResults.RINGING],
  ANSWERED: ['success', callResults.ANSWERED],
  NO_ANSWER: ['warning', callResults.NO_ANSWER],
  BUSY: ['warning', callResults.BUSY],
  FAILED: ['danger', callResults.FAILED],
  MISSED: ['danger', callResults.MISSED],
});

const talkTime = (seconds: number | null): string =>
  seconds === null ? '–' : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

export function CallsTab() {
  const { me } = useSession();
  const { owners = [] } = useEnquiryChoices().data ?? {};
  const filters = useMemo(() => {
    const people = optionsOfRows(owners);
    const options = [{ value: String(me?.id), label: 'Me' }, ...people.filter((one) => one.value !== me?.id)];
    return [{ name: 'agentId', label: 'By', kind: 'choice' as const, options }, ...listingFilters(calls)];
  }, [owners, me]);
  const list = useList(calls.endpoints.list, { filters, sort: calls.sort });
  return (
    <ListingTable
      of={calls}
      list={list}
      cells={{
        number: { width: 160 },
        direction: { width: 120 },
        status: { width: 150, cell: (row) => <StatusTag area="call" state={row.status} /> },
        outcome: { minWidth: 170 },
        talkS: { label: 'Talk time', width: 100, cell: (row) => talkTime(row.talkS) },
        agentName: { width: 150 },
        childName: { minWidth: 180, second: (row) => row.enquiryCode },
      }}
      searchHint="Enquiry code"
      rowLink={(row) => (row.enquiryCode ? `/forms/edit/${row.enquiryCode}` : null)}
      empty={{ title: 'No call yet', help: 'Calls stand here as soon as one is begun or logged.' }}
    />
  );
}
