import { CardBoard } from '@aangan/web/board/card-board.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { servicesBoard } from './services-board.contract.ts';

/** /forms/service-enquiry/dashboard */
export const ServicesDashboard = () => (
  <PageFrame title="Service enquiries" context="centre-year">
    <CardBoard of={servicesBoard} />
  </PageFrame>
);
