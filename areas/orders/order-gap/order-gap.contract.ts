import { query } from '@aangan/contract/endpoint.ts';
import * as z from 'zod';
import { childTypes, kitTypeNames, uniformKit } from '../kit-types.ts';
import { ordersModules as m } from '../modules.ts';

/** What a child may have a right to. */
export const gapTypes: readonly string[] = [...childTypes, uniformKit.id];
export const gapTypeName = (type: string): string =>
  type === uniformKit.id ? uniformKit.name : (kitTypeNames[type] ?? type);

const gapRow = z.object({
  classId: z.int(),
  className: z.string(),
  kitType: z.string(),
  entitled: z.int(),
  ordered: z.int(),
  delivered: z.int(),
  handedOver: z.int(),
  gap: z.int(),
  /** Of the gap of uniforms: asked for, and on no order. */
  asked: z.int(),
});
export type GapRow = z.infer<typeof gapRow>;

export const orderGapContract = {
  report: query({
    module: m.StudentUniformIndent,
    scope: 'centre',
    needsYear: true,
    name: 'order-gap.report',
    summary:
      'By class and kit type: who is entitled, for whom it is ordered, has arrived, is handed over, and who is missing.',
    input: z.strictObject({}),
    output: z.object({ rows: z.array(gapRow) }),
  }),
};
