import { command, nothing, openModules, query } from '@aangan/contract/endpoint.ts';
import { uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { proofKey } from './session.contract.ts';

const anyone = { module: openModules.anyone, scope: 'anyone', write: false } as const;
const own = { module: openModules.signedIn, scope: 'own' } as const;
/** Whoever keeps the people of a centre keeps its tablets. */
const keeper = { module: 'User', scope: 'centre', needsCentre: true } as const;

/** The secret of the tablet's browser; here it is what makes the tablet known. */
const device = z.string().regex(/^[A-Za-z0-9_-]{22,86}$/, 'Check the format');
const pin = z.string().regex(/^\d{6}$/, 'Enter 6 digits');

export const tabletContract = {
  here: command({
    ...anyone,
    name: 'tablet.here',
    summary: 'The centre of a shared tablet, and whose face may be picked on it.',
    input: z.strictObject({ device }),
    output: z.object({
      name: z.string(),
      centre: z.string(),
      /** `photoUrl` opens for a minute. */
      people: z.array(z.object({ id: uuidSchema, name: z.string(), photoUrl: z.string().nullable() })),
    }),
  }),
  signIn: command({
    ...anyone,
    name: 'tablet.sign-in',
    summary:
      'Sign in on a shared tablet with a PIN: five minutes without work, and the classroom’s modules only.',
    input: z.strictObject({ device, userID: uuidSchema, pin, key: proofKey }),
    output: z.object({ token: z.string() }),
  }),
  list: query({
    ...keeper,
    name: 'tablet.list',
    summary: 'Shared tablets of the chosen centre.',
    input: nothing,
    output: z.object({
      rows: z.array(
        z.object({
          id: uuidSchema,
          name: z.string(),
          since: z.string(),
          lastUsedAt: z.string().nullable(),
        }),
      ),
    }),
  }),
  enrol: command({
    ...keeper,
    name: 'tablet.enrol',
    summary: 'Make this browser a shared tablet of the chosen centre.',
    write: true,
    stepUp: true,
    input: z.strictObject({
      name: z.string().trim().min(1, 'Give it a name').max(60, 'At most 60 characters'),
      device,
    }),
    output: z.object({ tabletID: uuidSchema }),
  }),
  remove: command({
    ...keeper,
    name: 'tablet.remove',
    summary: 'A tablet is shared no more; whoever is signed in on it leaves.',
    write: true,
    input: z.strictObject({ tabletID: uuidSchema }),
    output: nothing,
  }),
  pin: query({
    ...own,
    name: 'tablet.pin',
    summary: 'Whether I have a PIN for shared tablets.',
    input: nothing,
    output: z.object({ since: z.string().nullable() }),
  }),
  setPin: command({
    ...own,
    name: 'tablet.set-pin',
    summary: 'Choose my PIN for shared tablets.',
    write: false,
    stepUp: true,
    input: z.strictObject({ pin }),
    output: nothing,
  }),
  removePin: command({
    ...own,
    name: 'tablet.remove-pin',
    summary: 'No PIN any more: my face is not offered on tablets.',
    write: false,
    stepUp: true,
    input: nothing,
    output: nothing,
  }),
};
