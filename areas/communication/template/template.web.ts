/** Loaders of the templates' screens by path. */
export const templateLoads = {
  '/communications/templates': () => import('./template-list.tsx').then((m) => m.TemplateList),
  '/communications/templates/create': () => import('./template-form.tsx').then((m) => m.CreateTemplate),
  '/communications/templates/edit/{templateId?}': () =>
    import('./template-form.tsx').then((m) => m.EditTemplate),
};
