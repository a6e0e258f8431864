export const RECORDED = '/recorded/list';

/** The page of a folder, or of a class, week and day in it. */
export const recordedFolder = (folderId: string, ...below: (number | null)[]): string =>
  ['/recorded/folder', folderId, ...below.filter((step) => step !== null)].join('/');
