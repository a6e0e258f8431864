import { can, command, openModules, query } from '@aangan/contract/endpoint.ts';
import * as z from 'zod';
import { change, register } from '../franchisee/franchisee-shapes.ts';

const year = z.object({
  id: z.int(),
  academicYear: z.string(),
  startsOn: z.string(),
  endsOn: z.string(),
  isCurrent: z.boolean(),
  isLatest: z.boolean(),
});

export const academicYearContract = {
  list: query({
    module: openModules.signedIn,
    scope: 'own',
    name: 'academic-year.of-centre',
    summary: 'Academic years, newest first; with the flag only the current one.',
    path: '/api/franchiseeAcademicYears',
    input: z.strictObject({ isCurrentAcademicYear: z.boolean().optional() }),
    output: z.object({ rows: z.array(year) }),
  }),
  register: query({
    ...register,
    name: 'academic-year.register',
    summary:
      'All open academic years, with how many centres run in each, and the one that can be opened next.',
    input: z.strictObject({}),
    output: z.object({
      rows: z.array(
        year.extend({
          state: z.enum(['ENDED', 'CURRENT', 'NEXT']),
          openedOn: z.string().nullable(),
          openCentres: z.int(),
          closedCentres: z.int(),
        }),
      ),
      next: z.object({ id: z.int(), academicYear: z.string() }).nullable(),
      can,
    }),
  }),
  openNext: command({
    ...change,
    name: 'academic-year.open-next',
    summary: 'Open the next academic year at all running centres, before it opens by itself on 1 November.',
    input: z.strictObject({ id: z.int().min(2000).max(2200) }),
    output: z.object({ id: z.int(), academicYear: z.string(), centres: z.int() }),
  }),
};
