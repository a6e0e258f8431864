import { auditCategory } from './audit-category.record.ts';
import { auditParameter } from './audit-parameter.record.ts';
import { auditSubCategory } from './audit-sub-category.record.ts';
import { auditType } from './audit-type.record.ts';
import { catalogueContract } from './catalogue.contract.ts';

export const catalogueRecords = [auditType, auditCategory, auditSubCategory, auditParameter] as const;
export const catalogueContracts = [catalogueContract];
