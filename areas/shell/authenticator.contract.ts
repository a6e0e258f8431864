import { command, nothing, openModules, query } from '@aangan/contract/endpoint.ts';
import { text, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';

const own = { module: openModules.signedIn, scope: 'own' } as const;
const ownChange = { ...own, write: false } as const;
const codes = z.object({
  /** `ABCDE-FGHJK`, shown this once. */
  codes: z.array(z.string()),
});

/** Authenticator app and printed recovery codes (shell.md 11.2): a second way to the code when no message arrives. */
export const authenticatorContract = {
  get: query({
    ...own,
    name: 'authenticator.get',
    summary: 'Whether I have an authenticator app, and how many recovery codes are left.',
    input: nothing,
    output: z.object({ since: z.string().nullable(), codesLeft: z.int() }),
  }),
  begin: command({
    ...ownChange,
    stepUp: true,
    name: 'authenticator.begin',
    summary: 'A new secret for my authenticator app; it counts once a code of it was confirmed.',
    input: nothing,
    output: z.object({
      /** Base32, for typing where nothing can be scanned. */
      secret: z.string(),
      uri: z.string(),
    }),
  }),
  confirm: command({
    ...ownChange,
    stepUp: true,
    name: 'authenticator.confirm',
    summary: 'The first code of the app; from now on it counts. Gives ten recovery codes.',
    input: z.strictObject({
      code: z
        .string()
        .trim()
        .regex(/^\d{6}$/, 'Enter the 6 digits'),
    }),
    output: codes,
  }),
  remove: command({
    ...ownChange,
    stepUp: true,
    name: 'authenticator.remove',
    summary: 'Take my authenticator app and recovery codes away; codes come by message alone.',
    input: nothing,
    output: nothing,
  }),
  renewCodes: command({
    ...ownChange,
    stepUp: true,
    name: 'authenticator.renew-codes',
    summary: 'Ten new recovery codes; the old ones are worth nothing any more.',
    input: nothing,
    output: codes,
  }),
};

const superAdmins = { module: 'System', scope: 'network' } as const;

/** Somebody lost phone and paper: one super admin asks, another one does it. Nobody sees or sets the secret. */
export const authenticatorResetContract = {
  list: query({
    ...superAdmins,
    name: 'authenticator-reset.list',
    summary: 'Resets that wait for a second super admin.',
    input: nothing,
    output: z.object({
      rows: z.array(
        z.object({
          id: uuidSchema,
          who: z.string(),
          askedBy: z.string(),
          reason: z.string(),
          at: z.string(),
          /** False for the asker and for the person concerned. */
          mayDecide: z.boolean(),
        }),
      ),
    }),
  }),
  ask: command({
    ...superAdmins,
    write: true,
    stepUp: true,
    name: 'authenticator-reset.ask',
    summary: 'Ask for somebody’s authenticator and recovery codes to be taken away.',
    input: z.strictObject({
      identifier: z.string().trim().min(3, 'Enter an e-mail address or mobile number').max(160),
      reason: text({ label: 'Reason', max: 300 }).schema,
    }),
    output: z.object({ id: uuidSchema }),
  }),
  decide: command({
    ...superAdmins,
    write: true,
    stepUp: true,
    name: 'authenticator-reset.decide',
    summary: 'Do or decline it, as another super admin; the person’s sessions end.',
    input: z.strictObject({ id: uuidSchema, approve: z.boolean() }),
    output: nothing,
  }),
};
