import { openModules, query } from '@aangan/contract/endpoint.ts';
import * as z from 'zod';

export const academicYearContract = {
  list: query({
    module: openModules.signedIn,
    scope: 'own',
    name: 'academic-year.of-centre',
    summary: 'Academic years, newest first; with the flag only the current one.',
    path: '/api/franchiseeAcademicYears',
    input: z.strictObject({ isCurrentAcademicYear: z.boolean().optional() }),
    output: z.object({
      rows: z.array(
        z.object({
          id: z.int(),
          academicYear: z.string(),
          startsOn: z.string(),
          endsOn: z.string(),
          isCurrent: z.boolean(),
          isLatest: z.boolean(),
        }),
      ),
    }),
  }),
};
