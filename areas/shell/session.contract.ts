import { command, nothing, openModules, query } from '@aangan/contract/endpoint.ts';
import { uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';

const anyone = { module: openModules.anyone, scope: 'anyone', write: false } as const;
const own = { module: openModules.signedIn, scope: 'own' } as const;

/** E-mail or mobile, as typed. */
const identifier = z
  .string()
  .trim()
  .min(3, 'Enter your e-mail address or mobile number')
  .max(160, 'At most 160 characters');
/** Random secret that the browser keeps with its device key (22+ base64url characters); absent = an unknown device. */
const device = z
  .string()
  .regex(/^[A-Za-z0-9_-]{22,86}$/, 'Check the format')
  .optional();
/** Thumbprint of the browser's own key: every call of the session must then prove it (shell.md 3.12). */
export const proofKey = z
  .string()
  .regex(/^[A-Za-z0-9_-]{43}$/, 'Check the format')
  .optional();
/** Any password may be tried; the rules hold for new ones (password.contract.ts). */
const typedPassword = z.string().min(1, 'Enter your password').max(512, 'At most 512 characters');
export const referenceId = z.string().regex(/^[A-Za-z0-9]{22}$/, 'Check the format');
export const otp = z
  .string()
  .trim()
  .regex(/^\d{6}$/, 'Enter the 6 digits');

/** Of an app (six digits) or of the printed list (`ABCDE-FGHJK`): another answer to the same question (shell.md 11.2). */
const answer = {
  otp: z
    .string()
    .trim()
    .regex(/^(\d{6}|[A-Za-z2-9]{5}[ -]?[A-Za-z2-9]{5})$/, 'Enter the 6 digits, or a recovery code'),
  /** Absent: the code that was sent. */
  by: z.enum(['SENT', 'APP', 'RECOVERY']).optional(),
};

/** A code is on its way (or, for an unknown account, looks so). The screen is `/otp/{referenceID}`. */
export const challenge = z.object({
  referenceID: z.string(),
  channel: z.enum(['SMS', 'EMAIL']),
  /** '******2345' or 'as••@demo.aangan'. */
  sentTo: z.string(),
  expiresAt: z.string(),
  resendAt: z.string(),
});

/** `token` goes into the Authorization header as it is. */
const opened = z.object({ token: z.string() });

const role = z.object({
  id: z.int(),
  role: z.string(),
  description: z.string(),
  systemEndPoints: z.array(z.object({ module: z.string(), method: z.string() })),
});

export const me = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string().nullable(),
  /** The home centre; 'Corporate Business Branch' for head-office people. */
  franchisee: z.object({ id: z.int(), companyName: z.string() }).nullable(),
  superAdmin: z.boolean(),
  /** Approval codes at the chosen centre. */
  modulesAuth: z.array(z.string()),
  roles: z.array(role),
  /** 0 = 'All roles'. */
  activeRoleID: z.int(),
  /** A parent's or pupil's first linked child; `children` has all. */
  student: z.object({ studentAdmissionID: z.string() }).optional(),
  children: z.array(z.object({ studentAdmissionID: z.string(), label: z.string() })),
  /** Every centre the role in use reaches is one (a BSK user): no 'Select All'. */
  singleCentre: z.boolean(),
  /** Last choice, for a new tab. */
  context: z.object({ franchiseeID: z.int().nullable(), academicYearID: z.int().nullable() }),
  /** Base64, 32 bytes: seals drafts in this browser. */
  draftKey: z.string(),
  serverTime: z.string(),
  idleSeconds: z.int(),
  minVersion: z.string(),
  /** This session answers to this browser's key alone. */
  bound: z.boolean(),
  /** Opened with a PIN on a shared tablet: the next person's turn is one touch away. */
  tablet: z.boolean(),
});

export const sessionContract = {
  signIn: command({
    ...anyone,
    name: 'session.sign-in',
    summary: 'Sign in with e-mail or mobile and password; may ask for a one-time code.',
    input: z.strictObject({ identifier, password: typedPassword, device, key: proofKey }),
    output: z.discriminatedUnion('step', [
      opened.extend({ step: z.literal('done') }),
      challenge.extend({ step: z.literal('code') }),
    ]),
  }),
  requestOtp: command({
    ...anyone,
    name: 'session.request-otp',
    summary: 'Ask for a one-time code instead of a password.',
    input: z.strictObject({ identifier, device }),
    output: challenge,
  }),
  verifyOtp: command({
    ...anyone,
    name: 'session.verify-otp',
    summary: 'Answer a sign-in code; opens the session.',
    input: z.strictObject({ referenceID: referenceId, ...answer, device, key: proofKey }),
    output: opened,
  }),
  resendOtp: command({
    ...anyone,
    name: 'session.resend-otp',
    summary: 'Send a new code; the old one is dead.',
    input: z.strictObject({ referenceID: referenceId, channel: z.enum(['SMS', 'EMAIL']).optional() }),
    output: challenge,
  }),
  me: query({
    ...own,
    name: 'session.me',
    summary: 'Who is signed in, with roles and approval codes.',
    path: '/api/admin/me',
    input: nothing,
    output: me,
  }),
  chooseContext: command({
    ...own,
    name: 'session.choose-context',
    summary: 'Choose role, centre and year of this session; the token changes.',
    write: false,
    // 0 stands for 'All roles' and 'Select All'.
    input: z.strictObject({
      roleID: z.int().min(0).optional(),
      franchiseeID: z.int().min(0).optional(),
      academicYearID: z.int().min(2000).max(2200).nullable().optional(),
    }),
    output: opened.extend({ hasEnquiryAccess: z.union([z.literal(0), z.literal(1)]) }),
  }),
  enquiryAccess: query({
    ...own,
    name: 'session.enquiry-access',
    summary: 'Whether enquiry alerts are asked for (0 or 1) at the chosen or named centre.',
    input: z.strictObject({ franchiseeID: z.int().min(1).optional() }),
    output: z.object({ hasEnquiryAccess: z.union([z.literal(0), z.literal(1)]) }),
  }),
  /** Used by the app first; answers 200 for a dead token too. */
  signOut: command({
    ...anyone,
    name: 'session.sign-out',
    summary: 'End this session.',
    path: '/api/logout',
    input: nothing,
    output: nothing,
  }),
  /** The specification's call; the same effect. Needs the Authorization header, so a foreign page cannot cause it. */
  logOut: query({
    module: openModules.anyone,
    scope: 'anyone',
    name: 'session.log-out',
    summary: 'End this session (GET, as the specification names it).',
    path: '/api/logout',
    input: nothing,
    output: nothing,
  }),
  list: query({
    ...own,
    name: 'session.list',
    summary: 'My open sessions, and my last sign-in events.',
    input: nothing,
    output: z.object({
      rows: z.array(
        z.object({
          id: uuidSchema,
          device: z.string(),
          startedAt: z.string(),
          lastSeenAt: z.string(),
          current: z.boolean(),
          /** Bound to its browser's key. */
          bound: z.boolean(),
        }),
      ),
      devices: z.array(
        z.object({
          id: uuidSchema,
          name: z.string(),
          firstSeenAt: z.string(),
          lastCodeAt: z.string(),
          place: z.string().nullable(),
        }),
      ),
      events: z.array(z.object({ at: z.string(), kind: z.string(), device: z.string().nullable() })),
    }),
  }),
  end: command({
    ...own,
    name: 'session.end',
    summary: 'End one of my sessions.',
    write: false,
    input: z.strictObject({ sessionID: uuidSchema }),
    output: nothing,
  }),
  endOthers: command({
    ...own,
    name: 'session.end-others',
    summary: 'End all my sessions but this one.',
    write: false,
    input: nothing,
    output: z.object({ ended: z.int() }),
  }),
  forgetDevice: command({
    ...own,
    name: 'session.forget-device',
    summary: 'A known browser of mine must pass a code again; its sessions end.',
    write: false,
    input: z.strictObject({ deviceID: uuidSchema }),
    output: nothing,
  }),
  renew: command({
    ...own,
    name: 'session.renew',
    summary: 'A new token for this session, every 15 minutes; the old one lives half a minute longer.',
    write: false,
    input: nothing,
    output: opened,
  }),
  requestStepUp: command({
    ...own,
    name: 'step-up.request',
    summary: 'Ask for a fresh code before a guarded action.',
    path: '/api/session/step-up',
    write: false,
    input: z.strictObject({ purpose: z.string().max(60).optional() }),
    output: challenge,
  }),
  verifyStepUp: command({
    ...own,
    name: 'step-up.verify',
    summary: 'Answer the fresh code: 5 minutes of guarded actions; the token changes.',
    path: '/api/session/step-up/verify',
    write: false,
    input: z.strictObject({ referenceID: referenceId, ...answer }),
    output: opened.extend({ until: z.string() }),
  }),
};
