import { transitions } from '@aangan/contract/states.ts';

export const bankLineStates = transitions({
  OPEN: { match: 'MATCHED', suspense: 'SUSPENSE', identify: 'IDENTIFIED', charge: 'CHARGE' },
  SUSPENSE: { identify: 'IDENTIFIED' },
  MATCHED: {},
  IDENTIFIED: {},
  CHARGE: {},
});
export const bankLineLabels = {
  OPEN: 'Not known',
  MATCHED: 'Matched',
  SUSPENSE: 'In suspense',
  IDENTIFIED: 'Identified',
  CHARGE: 'Bank charge',
} as const;
export const bankAccounts = { NODAL: 'Nodal account', OPERATING: 'Operating account' } as const;
