import { recordedContract } from './recorded.contract.ts';

export const recordedContracts = [recordedContract];
