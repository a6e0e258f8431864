export const indentLoads = {
  '/indent/uniform-indent': () => import('./uniform-form.tsx').then((m) => m.UniformForm),
  '/indent/bulk-uniform-indent': () => import('./bulk-form.tsx').then((m) => m.BulkForm),
  '/indent/all-uniform-indents': () => import('./indent-list.tsx').then((m) => m.IndentList),
};
