/** What a folder holds: material without dates, the plans of weeks and days, or recorded classes. */
export const folderKinds = {
  CURRICULUM: 'Learning material',
  CURRICULUM_CMS: 'Plans',
  RECORDED: 'Recorded classes',
} as const;
export type FolderKind = keyof typeof folderKinds;

/** The type that the class group of a folder must have. */
export const groupTypes = {
  CURRICULUM: 'Curriculum',
  CURRICULUM_CMS: 'Curriculum_CMS',
  RECORDED: 'Recorded Classes',
} as const;

export const itemKinds = { FILE: 'File', LINK: 'Link', NOTE: 'Note' } as const;
export type ItemKind = keyof typeof itemKinds;

/** Endings that a page shows in place; the others can only be downloaded. */
export const shownInPlace = ['pdf', 'jpg', 'jpeg', 'png'];
export const endingOf = (name: string): string => name.split('.').at(-1)?.toLowerCase() ?? '';
