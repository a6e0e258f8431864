import { command, nothing, type OutputOf, query } from '@aangan/contract/endpoint.ts';
import { daySchema, longText, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { pieceFields, piecePlacing, pieceQuote, placedPieces } from '../kit-order/pieces.contract.ts';
import { ordersModules as m } from '../modules.ts';
import { uniformIndents } from './uniform-indent.listing.ts';

const base = { module: m.StudentUniformIndent, scope: 'centre' } as const;
const here = { ...base, needsCentre: true, needsYear: true } as const;
const writes = { ...here, write: true } as const;
const id = { id: uuidSchema };
const MOST = 200;

export const LEAST_CM = 60;
export const MOST_CM = 140;
export const indentHeight = z
  .int('Enter whole centimetres')
  .min(LEAST_CM, `At least ${LEAST_CM} cm`)
  .max(MOST_CM, `At most ${MOST_CM} cm`)
  .nullable();

/** Styles in sizes as they are typed or pasted: a size that does not exist is told, not guessed. */
export const indentLines = z
  .array(
    z.strictObject({
      styleId: uuidSchema,
      size: z.string().trim().min(1, 'Enter a size').max(8, 'At most 8 characters'),
      qty: z.int().min(1, 'At least 1').max(12, 'At most 12'),
    }),
  )
  .max(20, 'At most 20 styles')
  .refine(
    (all) => new Set(all.map(({ styleId }) => styleId)).size === all.length,
    'A style stands there twice',
  );
const indentRow = z.strictObject({
  enrolmentId: uuidSchema,
  heightCm: indentHeight,
  /** The child has a set already and shall get another. */
  another: z.boolean(),
  lines: indentLines,
});

/** What came of a row; results stand in the order of the rows. */
export const indentResult = z.object({
  number: z.string().nullable(),
  code: z.string().nullable(),
  text: z.string().nullable(),
});

export type IndentResult = z.infer<typeof indentResult>;

export const styleChoice = z.object({
  styleId: uuidSchema,
  style: z.string(),
  classId: z.int(),
  gender: z.enum(['MALE', 'FEMALE', 'BOTH']),
  qty: z.int(),
  optional: z.boolean(),
  sizes: z.array(
    z.object({
      productId: uuidSchema,
      sizeCode: z.string(),
      heightFrom: z.int(),
      heightTo: z.int(),
      ageFrom: z.int(),
      ageTo: z.int(),
      /** In the warehouse that serves the centre. */
      free: z.int(),
    }),
  ),
});
export type StyleChoice = z.infer<typeof styleChoice>;

const indentChild = z.object({
  enrolmentId: uuidSchema,
  child: z.string(),
  admissionNo: z.string(),
  classId: z.int(),
  className: z.string(),
  section: z.string().nullable(),
  gender: z.enum(['MALE', 'FEMALE', 'OTHER']),
  /** On the first day of the year, or of the child. */
  ageMonths: z.int(),
  /** As last measured. */
  heightCm: z.int().nullable(),
  measuredOn: daySchema.nullable(),
  indentNo: z.string().nullable(),
  indentId: z.string().nullable(),
});
export type IndentChild = z.infer<typeof indentChild>;

const ids = z.array(uuidSchema).min(1, 'Choose an indent').max(MOST, `At most ${MOST} at a time`);

export const uniformIndentContract = {
  children: query({
    ...here,
    name: 'uniform-indent.children',
    summary:
      'Children of a centre, or of one of its classes, with age, height and the uniforms their class wears.',
    logRead: { subject: 'STUDENT', purpose: 'uniform indents' },
    input: z.strictObject({ classId: z.int().nullable() }),
    output: z.object({ children: z.array(indentChild), styles: z.array(styleChoice) }),
  }),
  get: query({
    ...base,
    name: 'uniform-indent.get',
    summary: 'One indent with its styles and sizes.',
    logRead: { subject: 'STUDENT', purpose: 'uniform indents' },
    input: z.strictObject(id),
    output: uniformIndents.rowSchema.extend({
      heightCm: z.int().nullable(),
      remark: z.string().nullable(),
      lines: z.array(
        z.object({
          productId: uuidSchema,
          style: z.string(),
          size: z.string(),
          qty: z.int(),
          suggested: z.string().nullable(),
        }),
      ),
    }),
  }),
  submit: command({
    ...writes,
    idempotent: true,
    name: 'uniform-indent.submit',
    summary: 'Ask for the uniform of one child.',
    input: indentRow.extend({ remark: longText({ label: 'Remark', max: 300 }).schema.nullable() }),
    output: z.object({ ...id, number: z.string() }),
  }),
  submitMany: command({
    ...writes,
    idempotent: true,
    name: 'uniform-indent.submit-many',
    summary: 'Ask for the uniforms of many children; rows that are refused stay, the others go.',
    input: z.strictObject({
      rows: z.array(indentRow).min(1, 'Choose a child').max(MOST, `At most ${MOST} at a time`),
    }),
    output: z.object({
      rows: z.array(indentResult),
    }),
  }),
  cancel: command({
    ...base,
    write: true,
    versioned: true,
    name: 'uniform-indent.cancel',
    summary: 'Take back an indent that is on no order.',
    input: id,
    fields: { reason: longText({ label: 'Reason', max: 300 }) },
    output: nothing,
  }),
  handOver: command({
    ...base,
    write: true,
    name: 'uniform-indent.hand-over',
    summary: 'Say that families took home the uniforms of some indents.',
    input: z.strictObject({ ids }),
    output: z.object({ handed: z.int() }),
  }),
  quote: query({
    ...here,
    also: m.PlaceOrders,
    name: 'uniform-indent.quote',
    summary: 'What the pieces of some indents cost together; it holds for 15 minutes.',
    input: z.strictObject({ ids }),
    output: pieceQuote,
  }),
  order: command({
    ...writes,
    also: m.PlaceOrders,
    money: true,
    name: 'uniform-indent.order',
    summary: 'Make one order of the pieces of some indents, as they were quoted.',
    input: { ids, ...piecePlacing },
    fields: pieceFields,
    output: placedPieces,
  }),
};
export type IndentDetails = OutputOf<typeof uniformIndentContract.get>;
