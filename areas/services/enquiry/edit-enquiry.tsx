import { useQuery } from '@aangan/web/api/use-query.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { useParams } from 'react-router';
import { EnquiryView } from './enquiry-view.tsx';
import { serviceEnquiryContract } from './service-enquiry.contract.ts';

/** /services/enquiries/edit/{enquiryCodeProp} */
export function EditEnquiry() {
  const { enquiryCodeProp = '' } = useParams();
  const query = useQuery(serviceEnquiryContract.get, { code: enquiryCodeProp });
  return (
    <PageFrame
      title={query.data ? `${query.data.row.childName} · ${query.data.row.service}` : 'Service enquiry'}
      context="centre"
      crumbs={[{ label: 'Services of children', to: '/services/enquiries' }]}
    >
      <QueryState query={query}>{(view) => <EnquiryView view={view} />}</QueryState>
    </PageFrame>
  );
}
