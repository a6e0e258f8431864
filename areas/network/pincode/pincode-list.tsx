import { RecordList } from '@aangan/web/record/record-list.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { useSearchParams } from 'react-router';
import { franchiseePincode } from './franchisee-pincode.record.ts';
import { postOffice } from './post-office.record.ts';

const DIRECTORY = '/pincodes/list?view=directory';

/** The chosen centre's territory; `?view=directory` looks into India Post's list of all offices. */
export function PincodeList() {
  const [params] = useSearchParams();
  const mayWrite = useSession().holds(franchiseePincode.module, true);
  if (params.get('view') === 'directory')
    return (
      <RecordList
        record={postOffice}
        title="Post offices of India"
        menu={[{ label: 'Back to our pincodes', to: '/pincodes/list' }]}
      />
    );
  return (
    <RecordList
      record={franchiseePincode}
      title="Our pincodes"
      menu={[
        { label: 'Look into the directory', to: DIRECTORY },
        { label: 'Upload a file', to: '/pincodes/uploadcsv', hidden: !mayWrite },
        { label: 'Who serves a pincode?', to: '/home/pincode-service' },
      ]}
    />
  );
}
