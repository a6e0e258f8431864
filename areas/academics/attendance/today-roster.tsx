// Registers of today on this device: what opens without a network.
import type { OutputOf } from '@aangan/contract/endpoint.ts';
import type { Day } from '@aangan/contract/period.ts';
import { rowsOfToday } from '@aangan/web/local/rows-of-today.ts';
import type { attendanceContract } from './attendance.contract.ts';

export type Register = OutputOf<typeof attendanceContract.register>;

const registers = rowsOfToday<Register>('todayRoster');

/** Keeps a register of today; one of another day only clears what is old. */
export const keepRegister = (register: Register, today: Day): Promise<void> =>
  register.onDate === today ? registers.keep(today, register.section.id, register) : registers.drop(today);

/** The registers of today that were read on this device. */
export const keptRegisters = (today: Day): Promise<Register[]> => registers.read(today);
