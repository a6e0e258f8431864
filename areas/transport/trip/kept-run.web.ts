// Trips of today on this device: what opens without a network while the bus drives. Gone when the trip is over, too.
import type { Day } from '@aangan/contract/period.ts';
import { rowsOfToday } from '@aangan/web/local/rows-of-today.ts';
import type { Run } from './trip.contract.ts';

const runs = rowsOfToday<Run>('tripRoster');
const isOver = ({ status }: Run): boolean => status === 'COMPLETED' || status === 'CANCELLED';

export const keepRun = (run: Run, today: Day): Promise<void> =>
  run.date !== today || isOver(run) ? runs.drop(today, run.id) : runs.keep(today, run.id, run);

/** The trips of today that were opened on this device and are not over. */
export const keptRuns = (today: Day): Promise<Run[]> => runs.read(today);
