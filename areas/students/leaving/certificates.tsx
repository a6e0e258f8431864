import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { ListingTable, useListing } from '@aangan/web/listing/listing-table.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { studentModules } from '../modules.ts';
import { certificateContract, certificates } from './withdrawal.contract.ts';
import './leaving-look.tsx';

/** /students/details/page/{current}, tab Certificates. */
export function CertificateList() {
  const list = useListing(certificates);
  const writes = useSession().holds(studentModules.student, true);
  return (
    <ListingTable
      of={certificates}
      list={list}
      cells={{ child: { minWidth: 180, second: (row) => row.centre } }}
      rowLink={(row) => (writes ? `/students/edit/${row.studentId}` : null)}
      actions={(row) => [
        {
          label: 'Open PDF',
          frequent: true,
          hidden: !row.pdfUrl,
          run: () => window.open(row.pdfUrl ?? '', '_blank', 'noopener'),
        },
      ]}
      searchHint="Child or number"
      empty={{
        title: 'No certificates yet',
        help: 'Choose Issue a certificate in the menu of a child. Each has its number and a code by which anybody can check it.',
      }}
    />
  );
}

interface Child {
  id: string;
  name: string;
  state?: string;
}

export function IssueCertificate({ child, onClose }: { child: Child; onClose: () => void }) {
  const left = child.state === 'LEFT' || child.state === 'ALUMNI';
  return (
    <CommandDialog
      of={certificateContract.issue}
      title={`Certificate of ${child.name}`}
      text="It gets the next number of this year and cannot be changed. Name and date of birth of the child are locked by it."
      confirm="Issue certificate"
      start={{ ref: child.id, kind: left ? 'LEAVING' : 'BONAFIDE' }}
      refresh={['certificate', 'student']}
      done={({ number }) => `Issued as ${number}. The PDF stands in the tab Certificates in a moment.`}
      onClose={onClose}
    />
  );
}
