import { nothing, query } from '@aangan/contract/endpoint.ts';
import { uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { ownCertificate } from '../certificate/certificate.contract.ts';
import { trainingModules as m } from '../modules.ts';

export const performanceContract = {
  tiles: query({
    module: m.teacherPerformance,
    scope: 'centre',
    name: 'teacher-performance.tiles',
    summary:
      'How many people learn now, completed a module this month, or are overdue, and certificates about to expire.',
    input: nothing,
    output: z.object({ active: z.int(), thisMonth: z.int(), overdue: z.int(), expiring: z.int() }),
  }),
  record: query({
    module: [m.teacherPerformance, m.selfTraining],
    scope: 'centre',
    name: 'teacher-performance.record',
    summary:
      'Trainings, modules, attempts and certificates of one person: the own, or with the module those of the centres in reach.',
    logRead: { subject: 'STAFF', purpose: 'teacher performance' },
    input: z.strictObject({ staffId: uuidSchema }),
    output: z.object({
      id: uuidSchema,
      name: z.string(),
      employeeCode: z.string(),
      centre: z.string(),
      own: z.boolean(),
      meanBp: z.int().nullable(),
      attendanceBp: z.int().nullable(),
      trainings: z.array(
        z.object({
          id: uuidSchema,
          title: z.string(),
          code: z.string(),
          fromDate: z.string(),
          toDate: z.string(),
          status: z.enum(['ACTIVE', 'IN PROGRESS', 'COMPLETED', 'CANCELLED']),
          response: z.enum(['PENDING', 'ACCEPTED', 'DECLINED']),
          mark: z.enum(['NOT_MARKED', 'PRESENT', 'PARTIAL', 'ABSENT']),
          attendedMin: z.int(),
          heldMin: z.int(),
        }),
      ),
      modules: z.array(
        z.object({
          id: uuidSchema,
          title: z.string(),
          status: z.enum([
            'REQUESTED',
            'APPROVED',
            'REJECTED',
            'IN PROGRESS',
            'COMPLETED',
            'WITHDRAWN',
            'LAPSED',
          ]),
          dueOn: z.string().nullable(),
          overdue: z.boolean(),
          progressBp: z.int(),
          bestScoreBp: z.int().nullable(),
          completedAt: z.string().nullable(),
        }),
      ),
      certificates: z.array(ownCertificate),
      /** Certificates that are asked for of this person, and are missing. */
      lacks: z.array(z.object({ id: uuidSchema, work: z.string(), certificate: z.string() })),
      can: z.object({ issue: z.boolean() }),
      attempts: z.array(
        z.object({
          id: uuidSchema,
          test: z.string(),
          module: z.string(),
          attemptNo: z.int(),
          status: z.enum(['OPEN', 'MARKED', 'EXPIRED']),
          startedAt: z.string(),
          scoreBp: z.int().nullable(),
          passed: z.boolean(),
        }),
      ),
    }),
  }),
};
