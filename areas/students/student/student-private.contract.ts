import { command } from '@aangan/contract/endpoint.ts';
import { choice, longText, text, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { studentModules } from '../modules.ts';

/** A whole Aadhaar number is kept nowhere (areas/students.md 3.1): free text with 12 digits is refused. */
const free = (label: string) => {
  const field = longText({ label, max: 500, optional: true });
  return {
    ...field,
    schema: field.schema.refine(
      (value) => !/(?:\d[ -]?){12}/.test(value),
      'Remove the identity number; it is not kept',
    ),
  };
};

/** Health, and numbers of the state's registers: read and changed only by whoever keeps the register. */
export const studentPrivateContract = {
  /** A command: whoever only looks children up, or looks as somebody else, does not open it (group REGISTER, 3.3). */
  open: command({
    name: 'student.open-private',
    summary: 'Open health notes and register numbers of a child; every look is logged.',
    module: studentModules.student,
    write: true,
    scope: 'centre',
    logRead: { subject: 'student', purpose: 'private page of a child' },
    input: z.strictObject({ id: uuidSchema }),
    output: z.object({
      id: uuidSchema,
      hasAllergies: z.boolean().nullable(),
      allergies: z.string().nullable(),
      medicines: z.string().nullable(),
      conditions: z.string().nullable(),
      specialNeeds: z.string().nullable(),
      aadhaarLast4: z.string().nullable(),
      pen: z.string().nullable(),
      apaar: z.string().nullable(),
      /** The family signed the separate form for the APAAR id. */
      apaarAllowed: z.boolean(),
    }),
  }),
  save: command({
    name: 'student.save-private',
    summary: 'Change health notes and register numbers of a child.',
    module: studentModules.student,
    write: true,
    scope: 'centre',
    input: { id: uuidSchema },
    fields: {
      hasAllergies: choice({ label: 'Allergies', options: { YES: 'Yes', NO: 'None' } }),
      allergies: free('Which allergies'),
      medicines: free('Regular medicine'),
      conditions: free('Illnesses'),
      specialNeeds: free('Special needs'),
      aadhaarLast4: text({
        label: 'Aadhaar, last 4 digits',
        max: 4,
        pattern: /^\d{4}$/,
        patternHelp: 'Enter the last 4 digits only',
        sample: '1234',
        optional: true,
      }),
      pen: text({
        label: 'PEN',
        max: 11,
        pattern: /^\d{11}$/,
        patternHelp: 'Enter the 11 digits of the PEN',
        sample: '12345678901',
        optional: true,
      }),
      apaar: text({
        label: 'APAAR id',
        max: 12,
        pattern: /^\d{12}$/,
        patternHelp: 'Enter the 12 digits of the APAAR id',
        sample: '123456789012',
        optional: true,
      }),
    },
    output: z.object({ id: uuidSchema }),
  }),
};
