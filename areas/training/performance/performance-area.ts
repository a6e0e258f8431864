import { gateStandings } from '../gate/gate-standing.listing.ts';
import { performanceContract } from './performance.contract.ts';
import { performances } from './performance.listing.ts';

export const performanceContracts = [performanceContract, performances.endpoints, gateStandings.endpoints];
