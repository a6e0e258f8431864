// What an operation answers is checked by code made from its contract: it lets through, leaves out and refuses what Zod does.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkOutput } from '@aangan/server/endpoint/output-check.ts';
import * as z from 'zod';
import { allEndpoints } from '../apps/api/app.ts';
import { areaServers } from '../apps/api/areas.ts';
import { Dice } from './random.ts';

const MUTATIONS = 12;
const WRONG: readonly unknown[] = [
  undefined,
  null,
  '',
  'x',
  1.5,
  -1,
  Number.NaN,
  true,
  {},
  [],
  { a: 1 },
  [null],
];

interface Def {
  readonly type: string;
  readonly format?: string;
  readonly shape: Readonly<Record<string, z.ZodType>>;
  readonly element: z.ZodType;
  readonly innerType: z.ZodType;
  readonly valueType: z.ZodType;
  readonly options: readonly z.ZodType[];
  readonly entries: Readonly<Record<string, string>>;
  readonly values: readonly unknown[];
  readonly in: z.ZodType;
}

/** A value of this shape; limits are not looked at, so that some do not fit. */
function sample(schema: z.ZodType, dice: Dice): unknown {
  const def = schema._zod.def as unknown as Def;
  switch (def.type) {
    case 'string':
      if (def.format === 'uuid') return '0190a0b0-0000-7000-8000-000000000001';
      return def.format === 'date'
        ? '2026-11-26'
        : def.format === 'datetime'
          ? '2026-11-26T05:30:00.000Z'
          : 'text';
    case 'number':
      return dice.between(0, 3);
    case 'boolean':
      return dice.chance(0.5);
    case 'enum':
      return Object.values(def.entries)[0];
    case 'literal':
      return def.values[0];
    case 'nullable':
      return dice.chance(0.3) ? null : sample(def.innerType, dice);
    case 'optional':
      return dice.chance(0.3) ? undefined : sample(def.innerType, dice);
    case 'default':
    case 'readonly':
      return sample(def.innerType, dice);
    case 'array':
      return [sample(def.element, dice), sample(def.element, dice)];
    case 'record':
      return { one: sample(def.valueType, dice) };
    case 'union':
      return sample(def.options[0] as z.ZodType, dice);
    case 'pipe':
      return sample(def.in, dice);
    case 'object': {
      const made: Record<string, unknown> = {};
      for (const [key, member] of Object.entries(def.shape)) {
        const value = sample(member, dice);
        if (value !== undefined || dice.chance(0.5)) made[key] = value;
      }
      return made;
    }
    default:
      return 'other';
  }
}

/** The same with one place changed: another kind of value, a key that is gone, one too many. */
function spoilt(value: unknown, dice: Dice): unknown {
  if (value !== null && typeof value === 'object' && dice.chance(0.85)) {
    const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
    const keys = Object.keys(copy);
    const key = keys[dice.between(0, keys.length - 1)];
    if (key === undefined || dice.chance(0.15)) copy['unknownKey'] = 1;
    else if (!Array.isArray(value) && dice.chance(0.2)) delete copy[key];
    else copy[key] = spoilt(copy[key], dice);
    return copy;
  }
  return WRONG[dice.between(0, WRONG.length - 1)];
}

const outcome = (run: () => unknown): unknown => {
  try {
    return { passed: run() };
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    return { refused: error.issues.map(({ path, code, message }) => [path, code, message]) };
  }
};

test('every operation: what passes, what is left out and what is refused is what Zod says', () => {
  const dice = new Dice(33);
  let [passed, refused] = [0, 0];
  for (const { endpoint } of allEndpoints(areaServers))
    for (let n = 0; n < MUTATIONS; n += 1) {
      const good = sample(endpoint.output, dice);
      const value = n % 4 === 0 ? good : spoilt(good, dice);
      const expected = outcome(() => endpoint.output.parse(value));
      assert.deepStrictEqual(
        outcome(() => checkOutput(endpoint.output, value)),
        expected,
        `${endpoint.name}: ${JSON.stringify(value)?.slice(0, 300)}`,
      );
      if ('passed' in (expected as object)) passed += 1;
      else refused += 1;
    }
  assert.ok(passed > 3_000 && refused > 3_000, `${passed} passed, ${refused} refused`);
});

test('kinds of schemas that contracts may use: as Zod, value by value', () => {
  const schemas: z.ZodType[] = [
    z.object({ a: z.string().optional(), b: z.int().nullable().optional(), c: z.enum(['x', 'y']) }),
    z.strictObject({ a: z.string() }),
    z.looseObject({ a: z.number() }),
    z.object({ a: z.string().default('d'), b: z.unknown(), c: z.string().transform((text) => text.length) }),
    z.record(z.string(), z.object({ n: z.int() })),
    z.record(z.enum(['one']), z.boolean()),
    z.array(z.uuid()).max(2),
    z.union([z.literal('x'), z.literal(1), z.null()]),
    z.tuple([z.string(), z.int()]),
    z.object({ a: z.string() }).refine(({ a }) => a !== 'x'),
    z.object({ a: z.literal(1.5), b: z.coerce.string().optional() }),
  ];
  const values: unknown[] = [
    ...WRONG,
    ...['x', 'y', 'one'].flatMap((text) => [
      { a: text },
      { a: text, c: text },
      { c: text, b: null },
      { [text]: true },
    ]),
    { a: undefined, c: 'x', more: 1 },
    { a: 1.5 },
    { one: { n: 1, m: 2 } },
    Object.assign(Object.create({ a: 'inherited' }), { c: 'x' }),
    ['0190a0b0-0000-7000-8000-000000000001'],
    ['x', 1],
    new Date(0),
    JSON.parse('{"__proto__": {"n": 1}, "one": {"n": 1}}'),
  ];
  for (const schema of schemas)
    for (const value of values)
      assert.deepStrictEqual(
        outcome(() => checkOutput(schema, value)),
        outcome(() => schema.parse(value)),
        JSON.stringify([schema._zod.def.type, value]),
      );
});
