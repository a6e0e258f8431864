import { CardBoard } from '@aangan/web/board/card-board.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { staffBoard } from './staff-board.contract.ts';

/** /staff/dashboard */
export const StaffDashboard = () => (
  <PageFrame title="Staff dashboard" context="centre" crumbs={[]}>
    <CardBoard of={staffBoard} />
  </PageFrame>
);
