import type { AreaChapters } from '../../../db/demo/chapters.ts';
import { writeSop } from './sop.ts';

export const chapters: AreaChapters = {
  rows: [{ name: 'sop', after: ['staff.staff'], write: ({ client, today }) => writeSop(client, today) }],
};
