import type { Side } from './catalogue.choices.ts';

export const LISTS: Readonly<Record<Side, string>> = {
  academic: '/audit/categories/list',
  general: '/general-audit/categories/list',
};
export const ADD: Readonly<Record<Side, string>> = {
  academic: '/audit/categories/add',
  general: '/general-audit/categories/add',
};
export const editPath = (side: Side, id: string): string =>
  `${side === 'general' ? '/general-audit/edit/' : '/audit/edit/'}${id}`;
export const subCategoriesPath = (id: string): string => `/general-audit/sub-category/list/${id}`;
export const addSubCategoryPath = (id: string): string =>
  `/general-audit/generalAudits/add-subcategory/${id}`;
export const parametersPath = (id: string): string => `/general-audit/parameter/list/${id}`;
export const addParametersPath = (id: string): string => `/general-audit/sub-category/add-parameters/${id}`;
export const parameterPath = (id: string): string => `/general-audit/edit-parameter/${id}`;
export const WEIGHTS = '/amsv1/weightageModification';

/** What shows the catalogue; a change of one of its records is seen there, too. */
export const REFRESH = [
  'audit-catalogue',
  'audit-type',
  'audit-category',
  'audit-sub-category',
  'audit-parameter',
  'audit-weights',
];
