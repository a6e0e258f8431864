import { academicsModules as m } from '../modules.ts';

/** The three diaries that are written; what a family reads is one feed of all (areas/academics.md D13). */
export const diaryKinds = {
  GENERAL: 'General diary',
  SUBJECT: 'Subject diary',
  CLASSWORK: 'Classwork',
} as const;
export type DiaryKind = keyof typeof diaryKinds;
export const kindNames = Object.keys(diaryKinds) as [DiaryKind, ...DiaryKind[]];

/** The module that reads and writes a kind. */
export const moduleOfKind = {
  GENERAL: m.GeneralDiary,
  SUBJECT: m.SubjectDiary,
  CLASSWORK: m.ClassWork,
} as const satisfies Record<DiaryKind, string>;

/** An entry is for a day from three days ago to a week ahead (areas/academics.md 3.9). */
export const DAYS_BACK = 3;
export const DAYS_AHEAD = 7;
/** Hours after its publication in which a text may still change. */
export const TEXT_HOURS = 24;
export const MOST_FILES = 10;
export const FILE_TYPES = ['jpg', 'jpeg', 'png', 'webp', 'pdf', 'mp4', 'mp3'] as const;
export const MOST_FILE_MB = 25;
