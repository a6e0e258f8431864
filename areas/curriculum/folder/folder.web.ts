export const folderLoads = {
  '/learning/curriculum-cms': () => import('./curriculum-home.tsx').then((s) => s.CurriculumHome),
  '/learning-cms/folder-cms/{folderId}': () => import('./folder-cms.tsx').then((s) => s.FolderCms),
  '/learning/folder/{folderId}': () => import('./folder-reader.tsx').then((s) => s.FolderReader),
} as const;
