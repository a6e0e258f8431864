import * as z from 'zod';
import { careNotes } from '../../students/student/care-note.contract.ts';
import { relations } from './answers.ts';

/** What every reviewer of a form sees of it at once: who signed, and what the child needs. */
export const reviewed = {
  gender: z.enum(['MALE', 'FEMALE', 'OTHER']).nullable(),
  /** What the family wrote to the centre. */
  message: z.string().nullable(),
  signature: z.object({ name: z.string(), relation: z.enum(relations), at: z.string() }).nullable(),
  care: careNotes,
};
