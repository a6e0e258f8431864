import { command, nothing, openModules, query } from '@aangan/contract/endpoint.ts';
import * as z from 'zod';
import { challenge, otp, proofKey, referenceId } from './session.contract.ts';

/** 10–128 characters, nothing about their kind; the server also refuses common ones and the user's own names. */
export const newPassword = z
  .string()
  .transform((value) => value.normalize('NFKC'))
  .refine((value) => [...value].length >= 10, 'At least 10 characters')
  .refine((value) => [...value].length <= 128, 'At most 128 characters');

const anyone = { module: openModules.anyone, scope: 'anyone', write: false } as const;
const device = z
  .string()
  .regex(/^[A-Za-z0-9_-]{22,86}$/, 'Check the format')
  .optional();

export const passwordContract = {
  forgot: command({
    ...anyone,
    name: 'password.forgot',
    summary: 'Ask for a code to set a new password; the answer tells nothing about the account.',
    input: z.strictObject({ identifier: z.string().trim().min(3).max(160), device }),
    output: challenge,
  }),
  reset: command({
    ...anyone,
    name: 'password.reset',
    summary: 'Set a new password with the code; every session of the account ends.',
    input: z.strictObject({ referenceID: referenceId, otp, password: newPassword, device }),
    output: nothing,
  }),
  change: command({
    module: openModules.signedIn,
    scope: 'own',
    write: false,
    name: 'password.change',
    summary: 'Change my password; my other sessions end and the token changes.',
    input: z.strictObject({
      oldPassword: z.string().min(1, 'Enter your present password').max(512),
      newPassword,
    }),
    output: z.object({ token: z.string() }),
  }),
};

/** Opened by `/login?invite={token}` with `Authorization: Link {token}`. */
export const inviteContract = {
  get: query({
    module: openModules.anyone,
    scope: 'link',
    purposes: ['user.invite'],
    name: 'user-invite.get',
    summary: 'Who is invited, for the welcome text.',
    input: nothing,
    output: z.object({ firstName: z.string(), signIn: z.string() }),
  }),
  accept: command({
    module: openModules.anyone,
    scope: 'link',
    purposes: ['user.invite'],
    write: false,
    name: 'user-invite.accept',
    summary: 'Accept the invitation by setting a password; opens the session.',
    input: z.strictObject({ password: newPassword, device, key: proofKey }),
    output: z.object({ token: z.string() }),
  }),
};
