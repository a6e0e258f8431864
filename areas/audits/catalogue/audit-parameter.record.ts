import { reference } from '@aangan/contract/fields.ts';
import { record } from '@aangan/contract/record.ts';
import { auditsModules as m } from '../modules.ts';
import { parameterFields, scaleFault } from './parameter-fields.ts';

/** One question of an audit. */
export const auditParameter = record({
  name: 'audit-parameter',
  title: 'Audit parameter',
  module: m.AuditCatalogue,
  scope: 'network',
  label: 'code',
  screens: {},
  keep: true,
  fields: {
    subCategoryId: reference('audit-sub-category', { label: 'Sub-category', filter: true }),
    ...parameterFields,
  },
  check: (values) => scaleFault(values) ?? true,
  list: {
    columns: [
      'code',
      'question',
      'responseKind',
      'maxScore',
      'weight',
      'critical',
      'photoOn',
      'ownerKind',
      'active',
    ],
    sort: 'code',
  },
});
