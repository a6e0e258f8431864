import { CardBoard } from '@aangan/web/board/card-board.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { financeBoard } from './finance-dashboard.contract.ts';

/** /finance/dashboard */
export const FinanceDashboard = () => (
  <PageFrame title="Finance" context="centre">
    <CardBoard of={financeBoard} />
  </PageFrame>
);
