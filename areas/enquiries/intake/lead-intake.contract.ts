import { can, command, pageOf, paging, query } from '@aangan/contract/endpoint.ts';
import { daySchema, integerReference, longText, phone, text, uuidSchema } from '@aangan/contract/fields.ts';
import { personName } from '@aangan/contract/person-name.ts';
import * as z from 'zod';
import { mobileSchema, reasonSchema } from '../enquiry/enquiry-fields.ts';
import { enquiryModules } from '../modules.ts';
import { leadProviders, leadResults, leadStates, quarantineReasons, verdicts } from './lead-words.ts';

const base = { module: enquiryModules.googleWebHook, scope: 'network' } as const;
const change = { ...base, write: true } as const;
const keysOf = <K extends string>(words: Readonly<Record<K, string>>) =>
  z.enum(Object.keys(words) as [K, ...K[]]);
const oneOrSeveral = <S extends z.ZodType>(schema: S) =>
  z.union([schema, z.array(schema).max(20)]).optional();

const providers = keysOf(leadProviders);
const states = keysOf(leadStates);
const reason = keysOf(quarantineReasons);
export const MOST_AT_ONCE = 1000;
const ids = z.array(uuidSchema).min(1, 'Choose at least one').max(MOST_AT_ONCE, 'At most 1,000 at once');

const row = z.object({
  id: z.string(),
  provider: providers,
  receivedAt: z.string(),
  channelId: z.string().nullable(),
  channelName: z.string().nullable(),
  form: z.string().nullable(),
  campaign: z.string().nullable(),
  ad: z.string().nullable(),
  name: z.string().nullable(),
  /** Masked. */
  mobile: z.string().nullable(),
  pincode: z.string().nullable(),
  isTest: z.boolean(),
  verdict: keysOf(verdicts),
  state: states,
  reason: reason.nullable(),
  result: keysOf(leadResults).nullable(),
  centreLabel: z.string().nullable(),
  enquiryCode: z.string().nullable(),
  attempts: z.int(),
  nextTryAt: z.string().nullable(),
  error: z.string().nullable(),
  can,
});
export type LeadRow = z.output<typeof row>;

const outcome = z.object({
  replayed: z.int(),
  created: z.int(),
  askedAgain: z.int(),
  /** Still wait for a person, with the commonest reason. */
  waiting: z.int(),
  reason: reason.nullable(),
  /** Had become an enquiry before, or cannot be taken up again. */
  skipped: z.int(),
});
export type ReplayOutcome = z.output<typeof outcome>;

export const leadIntakeContract = {
  list: query({
    ...base,
    name: 'lead-intake.list',
    summary: 'Leads that came from outside, with what became of them.',
    input: z.strictObject({
      q: z.string().trim().max(60).optional(),
      provider: oneOrSeveral(providers),
      state: oneOrSeveral(states),
      reason: oneOrSeveral(reason),
      channelId: uuidSchema.optional(),
      form: z.string().max(40).optional(),
      franchiseeId: z.int().min(1).optional(),
      isTest: z.boolean().optional(),
      receivedOn: z.strictObject({ from: daySchema.optional(), to: daySchema.optional() }).optional(),
      ...paging,
    }),
    output: pageOf(row),
  }),
  raw: query({
    ...base,
    name: 'lead-intake.raw',
    summary: 'A lead byte by byte as it came, without its key. Head office only.',
    input: z.strictObject({ id: uuidSchema }),
    output: z.object({
      id: z.string(),
      receivedAt: z.string(),
      /** Null when its keeping time is over. */
      body: z.string().nullable(),
      answers: z.array(z.object({ id: z.string(), name: z.string().nullable(), value: z.string() })),
      guessed: z.array(z.object({ label: z.string(), value: z.string() })),
    }),
    logRead: { subject: 'lead-intake', purpose: 'lead intake' },
  }),
  replay: command({
    ...change,
    name: 'lead-intake.replay',
    summary: 'Take leads that wait or failed up again. A lead becomes an enquiry at most once.',
    // Chosen leads; or all that wait of a channel's form, without a form of the whole channel.
    input: z.strictObject({
      ids: ids.optional(),
      channelId: uuidSchema.optional(),
      form: z.string().max(40).nullable().optional(),
    }),
    output: outcome,
  }),
  assign: command({
    ...change,
    name: 'lead-intake.assign',
    summary: 'Send leads that wait to a centre; a missing number or name can be completed.',
    input: { ids },
    fields: {
      franchiseeId: integerReference('franchisee', { label: 'Centre' }),
      // Numbers of every country, as an enquiry takes them.
      mobile: { ...phone({ label: 'Mobile of the parent', optional: true }), schema: mobileSchema },
      guardianName: { ...text({ label: 'Parent’s name', max: 80, optional: true }), schema: personName(80) },
    },
    output: outcome,
  }),
  ignore: command({
    ...change,
    name: 'lead-intake.ignore',
    summary: 'Leave leads that wait without an enquiry, with the reason.',
    input: { ids },
    fields: {
      reason: { ...longText({ label: 'Why', max: 300 }), schema: reasonSchema.pipe(z.string('Say why')) },
    },
    output: z.object({ ignored: z.int(), skipped: z.int() }),
  }),
  reconcile: command({
    ...change,
    name: 'lead-intake.reconcile',
    summary:
      "Google's own list of leads (CSV): those that never arrived are taken in, known ones are skipped.",
    input: z.strictObject({
      channelId: uuidSchema,
      csv: z.string().min(1, 'Choose a file').max(1_900_000, 'This file is too large. Download fewer days.'),
    }),
    output: z.object({ fresh: z.int(), known: z.int(), unreadable: z.int() }),
  }),
};
