import { command, query } from '@aangan/contract/endpoint.ts';
import { daySchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import {
  blockable,
  change,
  entryId,
  line,
  partnerValues,
  register,
  statusSchema,
} from './franchisee-shapes.ts';

const move = z.strictObject({ franchiseeId: entryId, reason: line(500).optional() });
const why = line(500).min(3, 'Say why');
const suspendKind = z.enum(['DUES', 'AUDIT', 'LEGAL', 'REQUEST']);
const moved = z.object({ status: statusSchema });
const step = { ...change, versioned: true, output: moved } as const;

/** The steps of a centre's life (network.md 2.3); who may take which and what must be met is the server's. */
export const franchiseeLife = {
  sign: command({
    ...step,
    name: 'franchisee.sign',
    summary: 'The partner has signed; the opening checklist begins.',
    input: z.strictObject({
      franchiseeId: entryId,
      signedOn: daySchema,
      /** Not for company-owned centres. */
      partner: partnerValues.nullable(),
    }),
  }),
  startSetup: command({
    ...step,
    name: 'franchisee.start-setup',
    summary: 'Begin setting the centre up.',
    input: move,
  }),
  activate: command({
    ...step,
    stepUp: true,
    name: 'franchisee.activate',
    summary: 'Open the centre.',
    input: move,
  }),
  suspend: command({
    ...step,
    stepUp: true,
    name: 'franchisee.suspend',
    summary: 'Suspend named abilities of a centre until a day; parents are never locked out.',
    input: z.strictObject({
      franchiseeId: entryId,
      kind: suspendKind,
      reason: why,
      until: daySchema,
      blocks: z.array(blockable).min(1, 'Choose what is blocked'),
    }),
  }),
  suspendPreview: query({
    ...register,
    name: 'franchisee.suspend-preview',
    summary: 'What a suspension would stop until a day, for whom, and what goes on whatever is blocked.',
    input: z.strictObject({ franchiseeId: entryId, kind: suspendKind, until: daySchema }),
    output: z.object({
      /** When it would begin: at once for LEGAL, else after a day of notice. */
      from: z.string(),
      stops: z.array(z.object({ ability: blockable, meets: z.array(z.string()) })),
      goesOn: z.array(z.string()),
      /** Who would be told. */
      told: z.array(z.string()),
    }),
  }),
  resume: command({ ...step, name: 'franchisee.resume', summary: 'End a suspension.', input: move }),
  abandon: command({
    ...step,
    name: 'franchisee.abandon',
    summary: 'Give up a centre that never opened.',
    input: z.strictObject({ franchiseeId: entryId, reason: why }),
  }),
  close: command({
    ...step,
    stepUp: true,
    name: 'franchisee.close',
    summary: 'Ask to close a centre; what must be settled first is named, somebody else approves.',
    input: z.strictObject({ franchiseeId: entryId, on: daySchema, reason: why }),
  }),
  approveClose: command({
    ...step,
    stepUp: true,
    name: 'franchisee.approve-close',
    summary: 'Approve a closing that somebody else asked for.',
    input: z.strictObject({ franchiseeId: entryId }),
  }),
  withdrawClose: command({
    ...step,
    name: 'franchisee.withdraw-close',
    summary: 'Take back the request to close.',
    input: z.strictObject({ franchiseeId: entryId }),
  }),
  reopen: command({
    ...step,
    stepUp: true,
    name: 'franchisee.reopen',
    summary: 'Open a closed centre again with a new agreement and a new checklist.',
    input: z.strictObject({ franchiseeId: entryId, reason: why }),
  }),
};
