import { choice, integer, integerReference, reference, text } from '@aangan/contract/fields.ts';
import { column, fileImport } from '@aangan/contract/file-import.ts';
import { academicYears } from '../academic-years.ts';
import { mappedTypeNames, sampleCategories } from '../kit-types.ts';
import { ordersModules as m } from '../modules.ts';

export const allocationActions = { ALLOCATE: 'ALLOCATE', REVOKE: 'REVOKE' } as const;

/** Rights to kits from a file: a child, a whole class, or samples and models of a centre. All rows or none. */
export const allocationImport = fileImport({
  name: 'kit-allocation',
  title: 'Kit allocations',
  module: m.kitAllocation,
  scope: 'network',
  mode: 'ALL_OR_NOTHING',
  maxRows: 1000,
  columns: {
    franchiseeId: column(
      integer({ label: 'Franchisee id', optional: true, min: 2, max: 999_999 }),
      '',
      'franchisee_id',
      'centre id',
    ),
    kitType: column(
      choice({ label: 'Kit type', options: mappedTypeNames }),
      'Curriculum Kit 1',
      'kit',
      'kit_type',
    ),
    academicYear: column(choice({ label: 'Academic year', options: academicYears }), '2026-2027', 'year'),
    admissionNo: column(text({ label: 'Admission no.', max: 40, optional: true }), 'ADM/2/1', 'admission_no'),
    classId: column(integerReference('class', { label: 'Class', optional: true })),
    sampleCategory: column(
      choice({ label: 'Category', options: sampleCategories, optional: true }),
      '',
      'sample category',
    ),
    modelId: column(reference('wow-model', { label: 'Model', optional: true })),
    qty: column(integer({ label: 'Quantity', min: 1, max: 999 }), '1', 'qty'),
    action: column(choice({ label: 'Action', options: allocationActions }), 'ALLOCATE', 'action'),
  },
});
