import { command, nothing, openModules, query } from '@aangan/contract/endpoint.ts';
import { uuidSchema } from '@aangan/contract/fields.ts';
import { personName, personNameOrEmpty } from '@aangan/contract/person-name.ts';
import * as z from 'zod';
import { challenge, otp, referenceId } from './session.contract.ts';

const own = { module: openModules.signedIn, scope: 'own' } as const;
const ownChange = { ...own, write: false } as const;

const clock = /^([01]\d|2[0-3]):[0-5]\d$/;

export const preference = z.object({
  locale: z.enum(['en', 'hi']),
  theme: z.enum(['light', 'dark', 'auto']),
  density: z.enum(['comfortable', 'compact']),
  /** Links of menu items on top of the left drawer and the palette, in this order. */
  pins: z.array(z.string().max(300)).max(12, 'At most 12 pins'),
  /** Cards of the home in this order; those that are not named follow. */
  homeCards: z.array(z.strictObject({ key: z.string().max(60), hidden: z.boolean() })).max(100),
  /** The bell keeps still between these times (HH:MM, IST; over midnight too); null = never. */
  quiet: z
    .strictObject({ from: z.string().regex(clock, 'HH:MM'), to: z.string().regex(clock, 'HH:MM') })
    .nullable(),
});

const menuItem = z.object({
  key: z.string(),
  label: z.string(),
  link: z.string(),
  modules: z.array(z.string()),
  write: z.boolean(),
  centre: z.boolean(),
  student: z.boolean(),
});

export const profileContract = {
  get: query({
    ...own,
    name: 'profile.get',
    summary: 'My own page: name, contact, department, roles with their reach.',
    input: nothing,
    output: z.object({
      id: uuidSchema,
      firstName: z.string(),
      lastName: z.string(),
      email: z.string().nullable(),
      mobile: z.string().nullable(),
      department: z.string().nullable(),
      designation: z.string().nullable(),
      employeeCode: z.string().nullable(),
      homeCentre: z.string(),
      reportsTo: z.string().nullable(),
      /** Opens for a minute. */
      photoUrl: z.string().nullable(),
      lastSignInAt: z.string().nullable(),
      passwordSetAt: z.string().nullable(),
      roles: z.array(
        z.object({
          role: z.string(),
          description: z.string(),
          reach: z.string(),
          from: z.string(),
          to: z.string().nullable(),
        }),
      ),
      modules: z.array(
        z.object({ module: z.string(), title: z.string(), area: z.string(), change: z.boolean() }),
      ),
      preference,
    }),
  }),
  update: command({
    ...ownChange,
    name: 'profile.update',
    summary: 'Change my own names.',
    input: z.strictObject({
      firstName: personName(60),
      lastName: personNameOrEmpty(60),
    }),
    output: nothing,
  }),
  photo: command({
    ...ownChange,
    name: 'profile.photo',
    summary: 'Set my photo from an uploaded picture, or take it away.',
    input: z.strictObject({ fileID: uuidSchema.nullable() }),
    output: nothing,
  }),
  requestContact: command({
    ...ownChange,
    stepUp: true,
    name: 'profile.request-contact',
    summary: 'Send a code to the e-mail address or mobile I want to sign in with from now on.',
    input: z.strictObject({ address: z.string().trim().min(3).max(160) }),
    output: challenge,
  }),
  confirmContact: command({
    ...ownChange,
    stepUp: true,
    name: 'profile.confirm-contact',
    summary: 'Answer that code: the new address is mine; the old one is notified.',
    input: z.strictObject({ address: z.string().trim().min(3).max(160), referenceID: referenceId, otp }),
    output: nothing,
  }),
  savePreference: command({
    ...ownChange,
    name: 'preference.save',
    summary: 'Save my language, theme, density, pins, home and quiet hours.',
    input: z.strictObject(preference.partial().shape),
    output: preference,
  }),
  /** Merged over the roles in use; only items that have a screen and that the roles open. */
  menu: query({
    ...own,
    name: 'menu.get',
    summary: 'The menu of the role in use, and the modules it holds.',
    input: nothing,
    output: z.object({
      dashboards: z.array(
        z.object({
          id: z.int(),
          name: z.string(),
          icon: z.string(),
          isDefault: z.boolean(),
          isWrite: z.boolean(),
          groups: z.array(z.object({ label: z.string(), items: z.array(menuItem) })),
        }),
      ),
      /** Held modules, with the change right: for the route guard. */
      modules: z.record(z.string(), z.object({ write: z.boolean() })),
      codes: z.array(z.string()),
    }),
  }),
};

const notice = z.object({
  id: uuidSchema,
  kind: z.string(),
  title: z.string(),
  body: z.string().nullable(),
  link: z.string().nullable(),
  at: z.string(),
  read: z.boolean(),
});

export const noticeContract = {
  list: query({
    ...own,
    name: 'notice.list',
    summary: 'My last notices, newest first, and how many are unread.',
    input: z.strictObject({ limit: z.int().min(1).max(100).default(30) }),
    output: z.object({ rows: z.array(notice), unread: z.int() }),
  }),
  read: command({
    ...ownChange,
    name: 'notice.read',
    summary: 'Mark notices as read; without ids all of them.',
    input: z.strictObject({ ids: z.array(uuidSchema).max(100).optional() }),
    output: z.object({ unread: z.int() }),
  }),
  dismiss: command({
    ...ownChange,
    name: 'notice.dismiss',
    summary: 'Remove one of my notices.',
    input: z.strictObject({ id: uuidSchema }),
    output: nothing,
  }),
};
