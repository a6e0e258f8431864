import { command, nothing, query } from '@aangan/contract/endpoint.ts';
import {
  boolean,
  choice,
  choices,
  date,
  integer,
  longText,
  reference,
  references,
  text,
  time,
  uuidSchema,
  webAddress,
} from '@aangan/contract/fields.ts';
import { WEEKDAYS, weekdayLabels } from '@aangan/contract/weekday.ts';
import * as z from 'zod';
import { categories } from '../../staff/designation.record.ts';
import { trainingModules as m } from '../modules.ts';
import { modes, providers } from './training.states.ts';

const write = { module: m.trainingByTrainersCreate, scope: 'network', write: true } as const;
const id = { id: uuidSchema };

const audience = {
  zoneIds: references('zone', { label: 'Zones', most: 50, integerKey: true, optional: true }),
  centreIds: references('franchisee', { label: 'Centres', most: 200, integerKey: true, optional: true }),
  categories: choices({
    label: 'Staff of',
    options: categories,
    optional: true,
    help: 'Empty: everybody',
  }),
};
const fields = {
  title: text({ label: 'Title', max: 150 }),
  categoryId: reference('training-category', { label: 'Category' }),
  description: longText({ label: 'Description', max: 2000, optional: true }),
  fromDate: date({ label: 'First day' }),
  toDate: date({ label: 'Last day' }),
  fromTime: time({ label: 'From' }),
  toTime: time({ label: 'To' }),
  weekdays: choices({ label: 'On', options: weekdayLabels }),
  organizerIds: references('user', { label: 'Organizer', most: 5 }),
  moderatorIds: references('user', { label: 'Moderator', most: 10, optional: true }),
  expertIds: references('user', { label: 'Expert', most: 10, optional: true }),
  ...audience,
  mode: choice({ label: 'Mode', options: modes }),
  venue: text({ label: 'Place', max: 200, optional: true }),
  provider: choice({ label: 'Meeting', options: providers, optional: true }),
  linkUrl: webAddress({
    label: 'Address of the meeting',
    sample: 'https://meet.example.in/phonics',
    optional: true,
  }),
  capacity: integer({ label: 'Places', min: 1, max: 1000, optional: true, help: 'Empty: no limit' }),
  certificateTypeId: reference('certificate-type', { label: 'Certificate', optional: true }),
  askFeedback: boolean({ label: 'Ask for feedback afterwards' }),
  clashReason: longText({
    label: 'Why, if a trainer has another training at that time',
    max: 300,
    optional: true,
  }),
};

const named = z.object({ id: z.union([z.string(), z.int()]), name: z.string() });
const card = z.object({
  ...id,
  code: z.string(),
  title: z.string(),
  category: z.string(),
  description: z.string().nullable(),
  status: z.enum(['ACTIVE', 'IN PROGRESS', 'COMPLETED', 'CANCELLED']),
  fromDate: z.string(),
  toDate: z.string(),
  fromTime: z.string(),
  toTime: z.string(),
  mode: z.enum(['ONLINE', 'CLASSROOM', 'HYBRID']),
  venue: z.string().nullable(),
  trainers: z.string().nullable(),
  /** The part of the reader in it. */
  part: z.enum(['Organizer', 'Moderator', 'Expert']).nullable(),
  /** People in reach, of the chosen centre where one is chosen: registered, and of them accepted. */
  registered: z.int(),
  accepted: z.int(),
  /** Null: as many as come. */
  placesLeft: z.int().nullable(),
  waiting: z.int(),
  can: z.object({ register: z.boolean() }),
});
export type TrainingCard = z.output<typeof card>;

export const trainingContract = {
  home: query({
    module: m.trainingByTrainers,
    scope: 'centre',
    name: 'training.home',
    summary: 'Coming trainings that the reader teaches, and those that are for staff of the own centre.',
    input: nothing,
    output: z.object({
      teaching: z.array(card),
      /** Of the chosen or only centre, else of all; without those that the reader teaches. */
      coming: z.array(card),
      ofCentre: z.boolean(),
      readAt: z.string(),
    }),
  }),
  get: query({
    module: m.trainingByTrainersCreate,
    scope: 'network',
    name: 'training.get',
    summary: 'One training as its form has it.',
    input: z.strictObject(id),
    output: z.object({
      ...id,
      code: z.string(),
      version: z.int(),
      status: z.enum(['ACTIVE', 'IN PROGRESS', 'COMPLETED', 'CANCELLED']),
      cancelReason: z.string().nullable(),
      title: z.string(),
      categoryId: z.string(),
      description: z.string().nullable(),
      fromDate: z.string(),
      toDate: z.string(),
      fromTime: z.string(),
      toTime: z.string(),
      weekdays: z.array(z.enum(WEEKDAYS)),
      mode: z.enum(['ONLINE', 'CLASSROOM', 'HYBRID']),
      venue: z.string().nullable(),
      provider: z.enum(['MESH', 'LINK']).nullable(),
      linkUrl: z.string().nullable(),
      capacity: z.int().nullable(),
      certificateTypeId: z.string().nullable(),
      askFeedback: z.boolean(),
      organizers: z.array(named),
      moderators: z.array(named),
      experts: z.array(named),
      zones: z.array(named),
      centres: z.array(named),
      categories: z.array(z.enum(['TEACHING', 'CARE', 'ADMIN', 'TRANSPORT', 'SUPPORT', 'MANAGEMENT'])),
      can: z.object({
        edit: z.boolean(),
        cancel: z.boolean(),
        /** Trainers from outside are added and sent their link again. */
        guests: z.boolean(),
        removeGuests: z.boolean(),
      }),
    }),
  }),
  audience: query({
    module: m.trainingByTrainersCreate,
    scope: 'network',
    name: 'training.audience',
    summary: 'How many approved people of how many centres an audience has.',
    input: z.strictObject({
      zoneIds: z.array(z.int()).max(50),
      centreIds: z.array(z.int()).max(200),
      categories: z.array(z.string().max(20)).max(6),
    }),
    output: z.object({ people: z.int(), centres: z.int() }),
  }),
  create: command({
    ...write,
    idempotent: true,
    name: 'training.create',
    summary: 'Plan a training with its sessions, trainers and audience.',
    fields,
    output: z.object({ ...id, code: z.string(), people: z.int() }),
  }),
  edit: command({
    ...write,
    versioned: true,
    name: 'training.edit',
    summary: 'Change a training that has not begun.',
    input: id,
    fields,
    output: nothing,
  }),
  cancel: command({
    ...write,
    versioned: true,
    name: 'training.cancel',
    summary: 'Cancel a training with a reason.',
    input: id,
    fields: { reason: text({ label: 'Reason', min: 5, max: 300 }) },
    output: nothing,
  }),
};
