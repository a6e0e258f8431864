import { amsBoardContract, amsDashboard, amsZoneBoard } from './ams-board.contract.ts';
import { amsCentres } from './ams-centre.listing.ts';
import { firstAudits } from './first-audit.listing.ts';

export const amsBoardContracts = [
  amsCentres.endpoints,
  firstAudits.endpoints,
  amsBoardContract,
  { dashboard: amsDashboard.endpoint },
  { zones: amsZoneBoard.endpoint },
] as const;
