import { recordLoads } from '@aangan/web/record/record-loads.tsx';
import { auditType } from './audit-type.record.ts';

const tree = () => import('./catalogue-tree.tsx');
const forms = () => import('./catalogue-forms.tsx');

export const auditTypeLoads = recordLoads(auditType, {
  list: () => import('./audit-type-screens.tsx').then((s) => s.AuditTypes),
  form: () => import('./audit-type-screens.tsx').then((s) => s.AuditTypeForm),
});
export const catalogueLoads = {
  '/audit/categories/list': () => tree().then((s) => s.AcademicTree),
  '/audit/categories/add': () => forms().then((s) => s.AcademicCategory),
  '/audit/edit/{categoryId}': () => forms().then((s) => s.AcademicCategory),
  '/general-audit/categories/list': () => tree().then((s) => s.GeneralTree),
  '/general-audit/categories/add': () => forms().then((s) => s.GeneralCategory),
  '/general-audit/edit/{categoryId}': () => forms().then((s) => s.GeneralCategory),
  '/general-audit/generalAudits/add-subcategory/{categoryId}': () => forms().then((s) => s.SubCategoryForm),
  '/general-audit/sub-category/list/{categoryId}': () => forms().then((s) => s.SubCategories),
  '/general-audit/sub-category/add-parameters/{subcategoryId}': () =>
    import('./parameter-grid.tsx').then((s) => s.AddParameters),
  '/general-audit/parameter/list/{subcategoryId}': () => forms().then((s) => s.Parameters),
  '/general-audit/edit-parameter/{parameterId}': () => forms().then((s) => s.ParameterForm),
  '/amsv1/weightageModification': () => import('./weights-screen.tsx').then((s) => s.Weights),
} as const;
