import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { useVisits, VisitTable } from './visit-table.tsx';

/** /ams/ams-visit-schedule: all visits in reach, one a line. */
export function VisitList() {
  const list = useVisits();
  return (
    <PageFrame title="Visit schedule" count={list.total ?? undefined} context="centre" fill>
      <VisitTable list={list} />
    </PageFrame>
  );
}
