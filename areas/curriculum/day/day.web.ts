const week = () => import('./week-glance.tsx').then((s) => s.WeekGlance);

export const dayLoads = {
  '/learning-cms/day-glance': () => import('./day-list.tsx').then((s) => s.DayList),
  '/learning-cms/day-glance/{themeID}': () => import('./day-list.tsx').then((s) => s.ThemeDays),
  '/learning-cms/preview/{previewId}': () => import('./preview.tsx').then((s) => s.Preview),
  '/learning-cms/week-glance/{folderId}': week,
  '/learning-cms/week-glance/{dayId}': week,
  '/learning-cms/addWeekAtAGlance/{folderId}/{dayID}': () =>
    import('./week-form.tsx').then((s) => s.WeekForm),
  '/learning-cms/view-day-at-glance/{dayId}': () => import('./view-day.tsx').then((s) => s.ViewDay),
  '/learning-cms/edit-day-glance/{dayId}': () => import('./day-editor.tsx').then((s) => s.EditDay),
  '/learning/editDayGlanceDetails/{folderMapID}/{position}': () =>
    import('./day-editor.tsx').then((s) => s.EditDayAt),
} as const;
