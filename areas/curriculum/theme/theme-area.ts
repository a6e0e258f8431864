import { themeContract } from './theme.contract.ts';
import { themeAndSkill } from './theme-and-skill.record.ts';

export const themeRecords = [themeAndSkill] as const;
export const themeContracts = [themeContract];
