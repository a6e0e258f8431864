import { childBusContract } from './child-bus.contract.ts';

export const familyContracts = [childBusContract] as const;
export { familyMessages } from './family-messages.ts';
