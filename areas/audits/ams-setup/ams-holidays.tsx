import { part } from '@aangan/web/part.ts';
import { RecordTab } from '@aangan/web/record/record-tab.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { icon } from '@aangan/web/ui/icon.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { IconUpload } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { amsHoliday } from './ams-holiday.record.ts';

const ImportDialog = part(() => import('@aangan/web/import/import-screen.tsx'), 'ImportDialog');

/** /amsv1/uploadHoliday: days on which nobody is sent to a centre, typed or from a file. */
export function AmsHolidays() {
  const [importing, setImporting] = useState(false);
  const mayWrite = useSession().holds(amsHoliday.module, true);
  return (
    <PageFrame
      title="AMS holidays"
      primary={
        mayWrite
          ? { label: 'Upload holidays', run: () => setImporting(true), icon: <IconUpload {...icon} /> }
          : undefined
      }
    >
      <RecordTab
        record={amsHoliday}
        help="Nobody plans a visit on these days. Closed days of a centre stand in its own calendar."
        start={{ level: 'NATIONAL' }}
      />
      {importing && amsHoliday.imports && (
        <Suspense fallback={null}>
          <ImportDialog
            of={amsHoliday.imports}
            refresh={[amsHoliday.name]}
            onDone={() => setImporting(false)}
          />
        </Suspense>
      )}
    </PageFrame>
  );
}
