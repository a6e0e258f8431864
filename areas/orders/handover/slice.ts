import { handoverContract, handovers } from './handover.contract.ts';

/** Kits go home with their children. */
export const handoverSlice = {
  contracts: [handovers.endpoints, handoverContract],
  personalData: [
    {
      table: 'kit_handover',
      subject: 'STUDENT',
      columns: ['receiver', 'signature_file_id'],
      on: 'erase',
      basis: 'kits handed over',
    },
  ],
} as const;
