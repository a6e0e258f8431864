import { command, query } from '@aangan/contract/endpoint.ts';
import { date, daySchema, text, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { networkModules, STAFF_MODULE } from '../network-modules.ts';
import { change, entryId, line, people, personInput, reachable, reachableError } from './user-shapes.ts';

const person = z.strictObject({ userId: uuidSchema });
const done = z.object({ id: uuidSchema });
const work = z.object({ key: z.string(), title: z.string(), n: z.int() });
const sheet = z.object({ fileId: uuidSchema, name: z.string() });
const why = line(200).min(3, 'Say why');

/** What the staff area keeps of a new colleague; the role follows from it (staff-roles.ts). */
export const staffKinds = ['TEACHING', 'SUPPORT'] as const;

/** The life of an account: staff, pause, reset, devices, leaving with hand-over. */
export const userAccountContract = {
  createStaff: command({
    module: [networkModules.User, STAFF_MODULE],
    scope: 'centre',
    write: true,
    idempotent: true,
    name: 'user.create-staff',
    summary: 'Create a colleague of a centre; teaching screens open after staff approval.',
    input: z
      .strictObject({
        ...personInput,
        kind: z.enum(staffKinds),
        joinedOn: daySchema,
        /** Where no centre is chosen; a chosen one counts. */
        franchiseeId: z.int().min(1).max(2147483647).optional(),
      })
      .refine(reachable, reachableError),
    output: done,
  }),
  workOf: query({
    ...people,
    name: 'user.work-of',
    summary: 'What stands in a person’s name, by area, with who could take it.',
    input: person,
    output: z.object({
      rows: z.array(work),
      /** Work at centres the caller does not reach: only somebody who does can switch the person off. */
      elsewhere: z.array(work),
      people: z.array(z.object({ id: uuidSchema, name: z.string() })),
    }),
  }),
  disable: command({
    ...change,
    versioned: true,
    name: 'user.disable',
    summary: 'Switch a person off: sessions and roles end at once, open work goes to the people named.',
    input: z.strictObject({
      userId: uuidSchema,
      reason: why,
      handTo: z.record(z.string().regex(/^[a-z][a-z-]{1,39}$/), uuidSchema).optional(),
    }),
    output: z.object({
      id: uuidSchema,
      handed: z.array(z.object({ title: z.string(), n: z.int(), to: z.string() })),
    }),
  }),
  handOverLetter: command({
    ...people,
    write: false,
    name: 'user.hand-over-letter',
    summary: 'What moved to whom when a person left, as a letter.',
    input: person,
    output: sheet,
  }),
  accessLetter: command({
    ...people,
    write: false,
    name: 'user.access-letter',
    summary: 'Roles, reach and days of a person as a letter for signature.',
    input: person,
    output: sheet,
  }),
  enable: command({
    ...change,
    versioned: true,
    stepUp: true,
    name: 'user.enable',
    summary: 'Bring a person back; they are invited anew, old roles stay ended.',
    input: person,
    output: done,
  }),
  suspend: command({
    ...change,
    versioned: true,
    name: 'user.suspend',
    summary: 'Pause a person until a day: sessions end at once, roles stay.',
    input: { userId: uuidSchema },
    fields: {
      reason: { ...text({ label: 'Reason', max: 200 }), schema: why },
      until: date({ label: 'Until', optional: true, help: 'Empty: until somebody ends it' }),
    },
    output: done,
  }),
  resume: command({
    ...change,
    versioned: true,
    name: 'user.resume',
    summary: 'End a pause.',
    input: person,
    output: done,
  }),
  reset: command({
    ...change,
    stepUp: true,
    name: 'user.reset',
    summary: 'Forget password and devices, end every session and invite the person anew; roles stay.',
    input: person,
    output: done,
  }),
  resendInvite: command({
    ...change,
    name: 'user.resend-invite',
    summary: 'Send the invitation again; older links end.',
    input: person,
    output: done,
  }),
  endSessions: command({
    ...change,
    stepUp: true,
    name: 'user.end-sessions',
    summary: 'Sign a person out everywhere.',
    input: person,
    output: z.object({ ended: z.int() }),
  }),
  security: query({
    ...people,
    name: 'user.security',
    summary: 'Devices, open sessions and the sign-in journal of a person.',
    input: person,
    output: z.object({
      devices: z.array(
        z.object({
          id: uuidSchema,
          name: z.string(),
          firstSeenAt: z.string(),
          lastCodeAt: z.string(),
          openSessions: z.int(),
        }),
      ),
      sessions: z.array(
        z.object({
          id: uuidSchema,
          device: z.string(),
          startedAt: z.string(),
          lastSeenAt: z.string(),
        }),
      ),
      events: z.array(z.object({ at: z.string(), kind: z.string() })),
    }),
  }),
  forgetDevice: command({
    ...change,
    stepUp: true,
    name: 'user.forget-device',
    summary: 'Forget one device of a person: its sessions end, the next sign-in there asks for a code.',
    input: z.strictObject({ userId: uuidSchema, deviceId: uuidSchema }),
    output: z.object({ ended: z.int() }),
  }),
  codes: query({
    ...people,
    name: 'user.grantable-codes',
    summary: 'Approval codes the caller may give.',
    input: z.strictObject({}),
    output: z.object({ rows: z.array(z.object({ code: z.string(), title: z.string(), area: z.string() })) }),
  }),
  setCode: command({
    ...change,
    stepUp: true,
    name: 'user.set-code',
    summary: 'Give a person an approval code, at one centre or everywhere.',
    input: z.strictObject({ userId: uuidSchema, code: line(60).min(1), franchiseeId: entryId.nullable() }),
    output: done,
  }),
  revokeCode: command({
    ...change,
    stepUp: true,
    name: 'user.revoke-code',
    summary: 'Take an approval code away.',
    input: z.strictObject({ userId: uuidSchema, code: line(60).min(1), franchiseeId: entryId.nullable() }),
    output: done,
  }),
};
