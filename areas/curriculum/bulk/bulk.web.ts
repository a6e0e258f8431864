export const bulkLoads = {
  '/learning/bulkUploadCurriculumCMS/{folderMapID}': () =>
    import('./bulk-upload.tsx').then((s) => s.BulkUpload),
} as const;
