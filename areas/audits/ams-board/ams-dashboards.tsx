import { CardBoard } from '@aangan/web/board/card-board.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { amsDashboard, amsZoneBoard } from './ams-board.contract.ts';

/** /amsv1/dashboard */
export const AmsDashboard = () => (
  <PageFrame title="AMS dashboard" context="centre">
    <CardBoard of={amsDashboard} />
  </PageFrame>
);

/** /ams/dashboard */
export const AmsZones = () => (
  <PageFrame title="AMS by zone" context="centre">
    <CardBoard of={amsZoneBoard} />
  </PageFrame>
);
