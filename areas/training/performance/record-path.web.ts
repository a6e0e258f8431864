import { pathWithId } from '@aangan/web/screens.ts';

/** To the training record of one person. */
export const recordPath = (staffId: string): string =>
  pathWithId('/self-training/teacher-performance-record/{staffID}', staffId);
