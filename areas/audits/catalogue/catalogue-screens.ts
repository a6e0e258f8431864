import type { Screen } from '@aangan/contract/screens.ts';
import { auditsModules as m } from '../modules.ts';

const writes = { module: m.AuditCatalogue, write: true } as const;

export const catalogueScreens = {
  '/audit/categories/list': { title: 'Audit categories', module: [m.AuditCatalogue, m.CenterHeadAudit] },
  '/audit/categories/add': { ...writes, title: 'Add audit category' },
  '/audit/edit/{categoryId}': { ...writes, title: 'Audit category' },
  '/general-audit/categories/list': {
    title: 'General audit categories',
    module: [m.AuditCatalogue, m.GeneralAudit],
  },
  '/general-audit/categories/add': { ...writes, title: 'Add general audit category' },
  '/general-audit/edit/{categoryId}': { ...writes, title: 'General audit category' },
  '/general-audit/generalAudits/add-subcategory/{categoryId}': { ...writes, title: 'Add sub-category' },
  '/general-audit/sub-category/list/{categoryId}': { title: 'Sub-categories', module: m.AuditCatalogue },
  '/general-audit/sub-category/add-parameters/{subcategoryId}': { ...writes, title: 'Add parameters' },
  '/general-audit/parameter/list/{subcategoryId}': { title: 'Audit parameters', module: m.AuditCatalogue },
  '/general-audit/edit-parameter/{parameterId}': { ...writes, title: 'Audit parameter' },
  '/amsv1/weightageModification': {
    title: 'Category weights',
    module: [m.AMSConfiguration, m.AuditCatalogue],
    write: true,
  },
} as const satisfies Readonly<Record<string, Omit<Screen, 'path'>>>;
