import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { ListingTable, useListing } from '@aangan/web/listing/listing-table.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { icon } from '@aangan/web/ui/icon.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import '../services-look.tsx';
import { type EnquiryRow, EnquiryStep, REFRESH, type Step } from './enquiry-steps.tsx';
import { assignLink, EnquiryDrawer, editLink, NextFollowUp } from './enquiry-view.tsx';
import { serviceEnquiryContract as contract } from './service-enquiry.contract.ts';
import { serviceEnquiries } from './service-enquiry.listing.ts';

const ADD = '/services/enquiries/add';
const cells = {
  nextFollowUpOn: {
    cell: (row: EnquiryRow) =>
      row.nextFollowUpOn === null ? (
        '–'
      ) : (
        <NextFollowUp day={row.nextFollowUpOn} overdue={row.due === 'OVERDUE'} />
      ),
  },
  spanco: {
    cell: (row: EnquiryRow) => (row.status === 'NEW' ? `${row.spanco} / To call` : row.spanco),
  },
  childName: {
    minWidth: 180,
    second: (row: EnquiryRow) => [row.code, row.className].filter(Boolean).join(' · '),
  },
  service: { second: (row: EnquiryRow) => row.planName },
  // Masked: a number to dial stands in the drawer.
  mobile: { cell: (row: EnquiryRow) => row.mobile },
};

/** /forms/service-enquiry/list: follow-ups and owners. */
export const SalesList = () => <EnquiryList title="Service enquiries" shown={serviceEnquiries.shown} />;

/** /services/enquiries: what the centre does next with each. */
export const WorkList = () => (
  <EnquiryList
    title="Services of children"
    shown={['childName', 'service', 'startsOn', 'stopText', 'holdUntil', 'paid', 'open', 'status']}
  />
);

function EnquiryList({ title, shown }: { title: string; shown: typeof serviceEnquiries.shown }) {
  const list = useListing(serviceEnquiries);
  const [asked, setAsked] = useState<{ row: EnquiryRow; step: Step } | null>(null);
  const [given, setGiven] = useState<readonly EnquiryRow[] | null>(null);
  const mayWrite = useSession().holds(serviceEnquiries.module, true);
  const add = { label: 'Add service enquiry', to: ADD, icon: <IconPlus {...icon} /> };
  const close = () => setAsked(null);
  return (
    <PageFrame
      title={title}
      count={list.total ?? undefined}
      fill
      context="centre-year"
      primary={mayWrite ? add : undefined}
    >
      <ListingTable
        of={{ ...serviceEnquiries, shown }}
        list={list}
        cells={cells}
        drawer={EnquiryDrawer}
        searchHint="Child, guardian, mobile or code"
        actions={(row) => [
          {
            label: 'Log contact',
            run: () => setAsked({ row, step: 'log' }),
            hidden: !row.can['log'],
            frequent: true,
          },
          { label: 'Assign', to: assignLink(row.id), hidden: !row.can['assign'] },
          {
            label: 'Plan and quote',
            to: `/services/plan-details/${row.id}/${row.planId}`,
            hidden: !row.can['plan'],
          },
          { label: 'Open', to: editLink(row.code), hidden: !row.can['change'], edit: true },
          {
            label: 'Take up again',
            run: () => setAsked({ row, step: 'revive' }),
            hidden: !row.can['revive'],
          },
          {
            label: 'Close as lost',
            run: () => setAsked({ row, step: 'lose' }),
            hidden: !row.can['lose'],
            danger: true,
          },
        ]}
        bulk={[
          {
            label: (n) => `Change owner of ${n}`,
            run: (rows) => setGiven(rows.filter((row) => row.can.log)),
            hidden: !mayWrite,
          },
        ]}
        empty={{
          title: 'No service enquiry yet',
          help: 'A family that asks for the bus, day-care or a camp stands here until it rides or plays.',
          ...(mayWrite ? { action: add } : {}),
        }}
      />
      {given && (
        <CommandDialog
          of={contract.changeOwner}
          title={
            given.length === 1
              ? 'Give one enquiry to another person'
              : `Give ${given.length} enquiries to another person`
          }
          text="Only open enquiries change hands."
          confirm="Change owner"
          start={{ ids: given.map(({ id }) => id) }}
          refresh={REFRESH}
          done={({ changed }) => `${changed} changed.`}
          onClose={() => setGiven(null)}
        />
      )}
      {asked && <EnquiryStep row={asked.row} step={asked.step} onClose={close} />}
    </PageFrame>
  );
}
