import { can, command, type OutputOf, query } from '@aangan/contract/endpoint.ts';
import { uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { languages, nameSchema, programmeSchema } from '../enquiry/enquiry-fields.ts';
import { classCategories } from '../enquiry/enquiry-filters.ts';
import { enquiryModules } from '../modules.ts';
import { enquirySource } from '../settings/enquiry-source.record.ts';
import { type Fallback, fallbacks, type Mode, modes } from './allocation-words.ts';

const base = { module: enquiryModules.enquirySettings, scope: 'centre' } as const;
const change = { ...base, write: true } as const;
const classId = z.int().min(1).max(2147483647);
export const sourceChannelOptions = enquirySource.fields.channel.options ?? [];
export const ordinaryCategories = classCategories.filter((one) => one !== 'ordinary');

const match = z.strictObject({
  franchiseeIds: z.array(classId).max(200),
  pincodes: z.array(z.string().regex(/^[1-9]\d{1,5}$/, 'Enter 2 to 6 digits of a pincode')).max(200),
  classIds: z.array(classId).max(40),
  classCategories: z.array(z.string().max(40)).max(10),
  sourceIds: z.array(uuidSchema).max(60),
  channels: z.array(z.string().max(30)).max(20),
  languages: z.array(z.enum(languages)).max(8),
  programmes: z.array(programmeSchema).max(12),
  level: z.union([z.literal(1), z.literal(2)]).nullable(),
});

const member = z.strictObject({
  userId: uuidSchema,
  weight: z.int('Enter a whole number').min(1, 'At least 1').max(10, 'At most 10'),
  dailyQuota: z.int('Enter a whole number').min(1, 'At least 1').max(300, 'At most 300'),
  maxOpen: z.int('Enter a whole number').min(20, 'At least 20').max(1000, 'At most 1,000'),
  active: z.boolean(),
});

/** A rule as it is typed; members stand in their order. */
const ruleInput = z.strictObject({
  name: nameSchema(60),
  active: z.boolean(),
  match,
  mode: z.enum(Object.keys(modes) as [Mode, ...Mode[]]),
  onShiftOnly: z.boolean(),
  fallback: z.enum(Object.keys(fallbacks) as [Fallback, ...Fallback[]]),
  members: z.array(member).max(100, 'At most 100 people'),
});
export type RuleInput = z.output<typeof ruleInput>;

/** A rule's conditions that every lead meets. */
export const anyLead: RuleInput['match'] = {
  franchiseeIds: [],
  pincodes: [],
  classIds: [],
  classCategories: [],
  sourceIds: [],
  channels: [],
  languages: [],
  programmes: [],
  level: null,
};

const ruleRow = z.object({
  id: z.string(),
  version: z.int(),
  franchiseeId: z.int(),
  network: z.boolean(),
  position: z.int(),
  name: z.string(),
  active: z.boolean(),
  /** Its conditions in words; empty = every lead. */
  conditions: z.array(z.object({ label: z.string(), value: z.string() })),
  mode: z.string(),
  fallback: z.string(),
  members: z.array(z.string()),
  /** Leads it gave out in the last 30 days. */
  leads30: z.int(),
  can,
});
export type RuleRow = z.output<typeof ruleRow>;

const leadFacts = z.strictObject({
  pincode: z.string().max(6).nullable(),
  classId: classId.nullable(),
  sourceId: uuidSchema,
  language: z.enum(languages),
  programme: programmeSchema.nullable(),
});

export const allocationRuleContract = {
  list: query({
    ...base,
    name: 'allocation-rule.list',
    summary: "Rules in the order they are asked: the centre's own, then the network's.",
    input: z.strictObject({}),
    output: z.object({ rows: z.array(ruleRow), can }),
  }),
  get: query({
    ...base,
    name: 'allocation-rule.get',
    summary: 'One rule as it is typed.',
    input: z.strictObject({ id: uuidSchema }),
    output: z.object({
      id: z.string(),
      version: z.int(),
      network: z.boolean(),
      rule: ruleInput,
      can,
    }),
  }),
  choices: query({
    ...base,
    name: 'allocation-rule.choices',
    summary: 'What a rule can be made of: people with their load, sources, classes, centres.',
    input: z.strictObject({}),
    output: z.object({
      people: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          open: z.int(),
          today: z.int(),
          leaveUntil: z.string().nullable(),
        }),
      ),
      sources: z.array(z.object({ id: z.string(), name: z.string(), channel: z.string() })),
      classes: z.array(z.object({ id: z.int(), name: z.string(), category: z.string().nullable() })),
      centres: z.array(z.object({ id: z.int(), label: z.string() })),
      /** Rules made here are the network's. */
      network: z.boolean(),
    }),
  }),
  save: command({
    ...change,
    name: 'allocation-rule.save',
    summary: 'Make or change a rule. Leads that have an owner stay where they are.',
    input: z.strictObject({ id: uuidSchema.optional(), version: z.int().optional(), rule: ruleInput }),
    output: z.object({ id: z.string(), version: z.int() }),
  }),
  reorder: command({
    ...change,
    name: 'allocation-rule.reorder',
    summary: "Put the centre's (or the network's) own rules in another order.",
    input: z.strictObject({ ids: z.array(uuidSchema).min(1).max(200) }),
    output: z.object({ n: z.int() }),
  }),
  remove: command({
    ...change,
    versioned: true,
    name: 'allocation-rule.remove',
    summary: 'Take a rule away. What it gave out keeps its name in the log.',
    input: z.strictObject({ id: uuidSchema }),
    output: z.object({ id: z.string() }),
  }),
  // A command only because a rule with its people is too long for an address; it changes nothing.
  simulate: command({
    ...base,
    write: false,
    needsCentre: true,
    name: 'allocation-rule.simulate',
    summary:
      'Who would have got the last 50 leads of the centre with this rule, and who gets them without the change.',
    input: z.strictObject({ id: uuidSchema.optional(), rule: ruleInput }),
    output: z.object({
      leads: z.int(),
      taken: z.int(),
      people: z.array(
        z.object({ id: z.string().nullable(), name: z.string(), before: z.int(), after: z.int() }),
      ),
    }),
  }),
  which: query({
    ...base,
    needsCentre: true,
    name: 'allocation-rule.which',
    summary: 'Which rule takes this lead now, and why not the others.',
    input: z.strictObject({ enquiryCode: z.string().trim().max(40).optional(), lead: leadFacts.optional() }),
    output: z.object({
      steps: z.array(
        z.object({
          ruleId: z.string(),
          name: z.string(),
          network: z.boolean(),
          holds: z.boolean(),
          because: z.string(),
        }),
      ),
      ownerName: z.string().nullable(),
      ruleName: z.string().nullable(),
      skipped: z.array(z.string()),
    }),
  }),
};

export type RuleChoices = OutputOf<typeof allocationRuleContract.choices>;
