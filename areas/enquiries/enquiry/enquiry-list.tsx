import { useList } from '@aangan/web/list/use-list.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { enquiryContract } from './enquiry.contract.ts';
import { enquiryActions, enquiryColumns, useEnquiryFilters } from './enquiry-look.tsx';

/** The register: every enquiry of centre and year, also lost and admitted ones. */
export function EnquiryList() {
  const filters = useEnquiryFilters();
  const { holds } = useSession();
  const list = useList(enquiryContract.list, { filters });
  const mayAdd = holds('enquiry', true);
  return (
    <PageFrame
      title="Enquiries"
      count={list.total ?? undefined}
      context="centre-year"
      fill
      primary={mayAdd ? { label: 'Add enquiry', to: '/forms/enquiry-form' } : undefined}
    >
      <DataTable
        name="enquiry"
        label="Enquiries"
        list={list}
        columns={enquiryColumns}
        fill
        rowLink={(row) => `/forms/edit/${row.enquiryCode}`}
        actions={enquiryActions}
        newLink={mayAdd ? '/forms/enquiry-form' : undefined}
        searchHint="Child, parent, code or number"
        empty={{
          title: 'No enquiry yet',
          help: 'Add the first family, or print a QR code for the gate.',
          action: { label: 'Add enquiry', to: '/forms/enquiry-form' },
        }}
      />
    </PageFrame>
  );
}
