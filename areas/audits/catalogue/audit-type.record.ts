import { boolean, choice, integer, percent, text } from '@aangan/contract/fields.ts';
import { record } from '@aangan/contract/record.ts';
import { auditsModules as m } from '../modules.ts';
import { conductors, families, subjects } from './catalogue.choices.ts';

const bands = {
  bandABp: percent({ label: 'A from', column: 'band_a_bp' }),
  bandBBp: percent({ label: 'B from', column: 'band_b_bp' }),
  bandCBp: percent({ label: 'C from', column: 'band_c_bp', help: 'D is what lies below' }),
};

/** A kind of audit: about whom, by whom, and what follows from it. */
export const auditType = record({
  name: 'audit-type',
  title: 'Audit type',
  module: m.AuditCatalogue,
  scope: 'network',
  label: 'name',
  screens: { list: '/general-audit/audit-type-list', add: '/general-audit/add-audit-type' },
  keep: true,
  fields: {
    name: text({ label: 'Name', max: 80, search: true }),
    family: choice({ label: 'Family', options: families, filter: true }),
    slug: text({
      label: 'Short name in addresses',
      max: 40,
      search: true,
      pattern: /^[a-z0-9-]{3,40}$/,
      patternHelp: '3 to 40 small letters, digits or hyphens',
      sample: 'safety-check-1',
      unique: 'in network',
    }),
    subjectKind: choice({ label: 'About', options: subjects }),
    conductedBy: choice({ label: 'Conducted by', options: conductors }),
    reviewRequired: boolean({ label: 'Reviewed before it is shown' }),
    locate: boolean({ label: 'Notes the place' }),
    signoffRequired: boolean({ label: 'Signed by the centre' }),
    criticalCapBp: percent({ label: 'Most after a critical failure' }),
    ...bands,
    closureDays: integer({ label: 'Days to close a finding', min: 1, max: 365 }),
    responseDays: integer({ label: 'Days to answer a finding', min: 1, max: 60 }),
    publishWithinHours: integer({ label: 'Published within (hours)', min: 1, max: 720 }),
    active: boolean({ label: 'Active' }),
  },
  check: ({ bandABp, bandBBp, bandCBp }) =>
    bandABp <= bandBBp
      ? { bandBBp: 'Below A' }
      : bandBBp <= bandCBp
        ? { bandCBp: 'Below B' }
        : bandCBp === 0
          ? { bandCBp: 'Above 0 %' }
          : true,
  list: {
    columns: ['name', 'family', 'slug', 'subjectKind', 'conductedBy', 'reviewRequired', 'active'],
    sort: 'name',
  },
});
