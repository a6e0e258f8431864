import { type ListingRow, ListingTable, useListing } from '@aangan/web/listing/listing-table.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { useState } from 'react';
import '../training-look.tsx';
import { trainingCertificates } from '../certificate/certificate.listing.ts';
import { RevokeCertificate, usePrintCertificate } from '../certificate/certificate-lines.tsx';
import { recordPath } from './record-path.web.ts';

type Row = ListingRow<typeof trainingCertificates.endpoints.list>;

/** Tab Certificates of the performance board. */
export function CertificateList() {
  const list = useListing(trainingCertificates);
  const print = usePrintCertificate();
  const [asked, ask] = useState<Row | null>(null);
  return (
    <>
      <ListingTable
        of={trainingCertificates}
        list={list}
        cells={{
          staff: { minWidth: 180, second: (row) => row.employeeCode },
          type: { minWidth: 180, second: (row) => (row.title === row.type ? null : row.title) },
          state: { cell: (row) => <StatusTag area="training-certificate" state={row.state} /> },
        }}
        searchHint="Name, employee code, certificate or number"
        rowLink={(row) => recordPath(row.staffId)}
        actions={(row) => [
          {
            label: 'Print',
            frequent: true,
            hidden: !row.can.print,
            run: () => void print.run({ id: row.id }),
          },
          { label: 'Open record', to: recordPath(row.staffId) },
          { label: 'Revoke', danger: true, hidden: !row.can.revoke, run: () => ask(row) },
        ]}
        empty={{
          title: 'No certificates yet',
          help: 'Modules and trainings issue them by themselves; on the record of a person one is issued by hand.',
        }}
      />
      {asked ? <RevokeCertificate {...asked} onClose={() => ask(null)} /> : null}
    </>
  );
}
