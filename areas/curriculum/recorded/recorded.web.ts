export const recordedLoads = {
  '/recorded/list': () => import('./recorded-list.tsx').then((s) => s.RecordedList),
  '/recorded/folder/{folderId}/{classID?}/{weekNo?}/{dayNo?}': () =>
    import('./recorded-folder.tsx').then((s) => s.RecordedFolder),
} as const;
