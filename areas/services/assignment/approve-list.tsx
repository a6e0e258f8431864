import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { formatRupees } from '@aangan/web/format.ts';
import { type ListingRow, ListingTable, useListing } from '@aangan/web/listing/listing-table.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { useState } from 'react';
import { ServiceConcessions } from '../../finance/public.web.tsx';
import { APPROVE_PLAN, APPROVE_SERVICE_CONCESSION } from '../modules.ts';
import '../services-look.tsx';
import { serviceApprovals } from './service-approval.listing.ts';
import { serviceAssignmentContract as contract } from './service-assignment.contract.ts';

export type ApprovalRow = ListingRow<typeof serviceApprovals.endpoints.list>;

/** /services/approve-plan: submitted services, and concessions asked for service plans that run. */
export function ApproveServices() {
  const { holds } = useSession();
  const plans = holds(APPROVE_PLAN, false);
  const concessions = holds(APPROVE_SERVICE_CONCESSION, false);
  return (
    <PageFrame title="Approve service plans" context="centre" fill>
      <PageTabs
        tabs={[
          { value: 'plans', label: 'Service plans', hidden: !plans, content: <ServicePlans /> },
          {
            value: 'concessions',
            label: 'Concessions',
            hidden: !concessions,
            content: <ServiceConcessions />,
          },
        ]}
      />
    </PageFrame>
  );
}

function ServicePlans() {
  const list = useListing(serviceApprovals);
  const [asked, setAsked] = useState<{ row: ApprovalRow; step: 'approve' | 'reject' } | null>(null);
  return (
    <>
      <ListingTable
        of={serviceApprovals}
        list={list}
        rowLink={(row) => `/services/approve-plan/${row.enquiryId}`}
        cells={{
          childName: { minWidth: 150, second: (row) => row.centre },
          service: { minWidth: 170, second: (row) => row.planName },
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
        searchHint="Child, service or plan"
        empty={{
          title: 'Nothing waits for you',
          help: 'A service that a centre chose for a child stands here until somebody else approves it.',
        }}
      />
      {asked ? <DecideService {...asked} onClose={() => setAsked(null)} /> : null}
    </>
  );
}

/** Approve or reject; a refusal stays in the dialog. */
export function DecideService({
  row,
  step,
  onClose,
}: {
  row: Pick<ApprovalRow, 'id' | 'version' | 'childName' | 'service' | 'net'>;
  step: 'approve' | 'reject';
  onClose: () => void;
}) {
  const shared = {
    start: { id: row.id },
    ifMatch: row.version,
    refresh: ['service-approval', 'service-assignment', 'service-enquiry'],
    onClose,
  };
  return step === 'approve' ? (
    <CommandDialog
      of={contract.approve}
      title={`Approve ${row.service} for ${row.childName}?`}
      text={`${formatRupees(row.net)} in all. The instalments become payable and the seat is held.`}
      confirm="Approve service"
      done={({ status }) =>
        status === 'ACTIVE' ? 'Approved; the service is active.' : 'Approved; the seat is held.'
      }
      {...shared}
    />
  ) : (
    <CommandDialog
      of={contract.reject}
      title={`Send ${row.service} of ${row.childName} back?`}
      confirm="Send back"
      danger
      done="It went back with your reason."
      {...shared}
    />
  );
}
