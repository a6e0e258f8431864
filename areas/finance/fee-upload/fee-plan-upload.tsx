import { ImportScreen } from '@aangan/web/import/import-screen.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { useNavigate } from 'react-router';
import { feePlanUpload } from './fee-plan-upload.contract.ts';

const PLANS = '/fee-component/list';

/** /fee-component/upload: fee plans from a file, all as drafts or none. */
export function FeePlanUpload() {
  const navigate = useNavigate();
  return (
    <PageFrame title="Upload fee plans" context="centre" crumbs={[{ label: 'Fee plans', to: PLANS }]}>
      <ImportScreen of={feePlanUpload} refresh={['fee-plan']} onDone={() => void navigate(PLANS)} />
    </PageFrame>
  );
}
