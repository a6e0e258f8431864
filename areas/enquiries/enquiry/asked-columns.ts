// Columns of the register that are read only for who shows them (enquiries.md 4).
import * as z from 'zod';

export const askedColumns = ['email', 'language', 'touches', 'code', 'answerMinutes'] as const;
export type AskedColumn = (typeof askedColumns)[number];

/** What was asked for beside the row; what was not is not there. */
export const askedValues = z
  .object({
    /** As masked as the number. */
    emailMasked: z.string().nullable(),
    language: z.string(),
    /** How often the family asked, the first time counted. */
    touches: z.int(),
    /** Label of the QR code or link it came by. */
    codeLabel: z.string().nullable(),
    /** Working minutes until somebody tried; null before, and where no clock ran. */
    answerMinutes: z.int().nullable(),
  })
  .partial();
export type AskedValues = z.output<typeof askedValues>;
