import { curriculumFolder } from './curriculum-folder.record.ts';
import { folderContract, folderItemContract } from './folder.contract.ts';

export const folderRecords = [curriculumFolder] as const;
export const folderContracts = [folderContract, folderItemContract];
