// Values from JSON Schema, as the OpenAPI document gives it: valid ones, and ones that are surely not.
import fc from 'fast-check';
import type { Dice } from './random.ts';

export type Schema = { readonly [key: string]: unknown };

export interface ValueOptions {
  /** Chance that an optional property is given. */
  readonly fill?: number;
  /** Ids to use for uuid and id-like values, by property name; undefined = a random one. */
  readonly idFor?: (property: string, schema: Schema) => unknown;
}

/** A value the schema accepts. Texts follow pattern, format and length. */
export function validValue(
  schema: Schema,
  dice: Dice,
  options: ValueOptions = {},
  property = '',
  root: Schema = schema,
): unknown {
  const ref = schema['$ref'];
  if (typeof ref === 'string') return validValue(resolve(root, ref), dice, options, property, root);
  if ('const' in schema) return schema['const'];
  if (Array.isArray(schema['enum'])) return dice.pick(schema['enum']);
  const choices = (schema['anyOf'] ?? schema['oneOf']) as Schema[] | undefined;
  if (choices) return validValue(dice.pick(choices), dice, options, property, root);
  const all = schema['allOf'] as Schema[] | undefined;
  if (all)
    return validValue(
      Object.assign({}, ...all, { ...schema, allOf: undefined }) as Schema,
      dice,
      options,
      property,
      root,
    );
  const type = Array.isArray(schema['type']) ? dice.pick(schema['type'] as string[]) : schema['type'];
  const id = options.idFor?.(property, schema);
  if (id !== undefined && (type === 'string' || type === 'integer')) return id;
  switch (type) {
    case 'object':
      return objectValue(schema, dice, options, root);
    case 'array': {
      const {
        minItems = 0,
        maxItems = 3,
        items,
      } = schema as { minItems?: number; maxItems?: number; items?: Schema };
      return Array.from({ length: dice.between(minItems, Math.max(minItems, Math.min(maxItems, 3))) }, () =>
        items ? validValue(items, dice, options, property, root) : 1,
      );
    }
    case 'integer':
      return wholeNumber(schema, dice);
    case 'number':
      return dice.between(Number(schema['minimum'] ?? 0), Math.min(Number(schema['maximum'] ?? 1000), 1000));
    case 'boolean':
      return dice.chance(0.5);
    case 'null':
      return null;
    case 'string':
      return textValue(schema, dice);
    default:
      return dice.pick<unknown>(['text', 1, true, null]);
  }
}

const resolve = (root: Schema, ref: string): Schema =>
  ref
    .replace(/^#\/?/, '')
    .split('/')
    .filter(Boolean)
    .reduce<Schema>((at, key) => at[key] as Schema, root);

function objectValue(
  schema: Schema,
  dice: Dice,
  options: ValueOptions,
  root: Schema,
): Record<string, unknown> {
  const {
    properties = {},
    required = [],
    additionalProperties,
    propertyNames,
  } = schema as {
    properties?: Record<string, Schema>;
    required?: string[];
    additionalProperties?: unknown;
    propertyNames?: Schema;
  };
  const out: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(properties)) {
    if (required.includes(name) || dice.chance(options.fill ?? 0.5))
      out[name] = validValue(member, dice, options, name, root);
  }
  if (
    additionalProperties &&
    typeof additionalProperties === 'object' &&
    Object.keys(properties).length === 0
  ) {
    const key = propertyNames ? String(validValue(propertyNames, dice, {}, '', root)) : 'key';
    out[key] = validValue(additionalProperties as Schema, dice, options, '', root);
  }
  return out;
}

function wholeNumber(schema: Schema, dice: Dice): number {
  const low = Number(
    schema['minimum'] ??
      (schema['exclusiveMinimum'] !== undefined ? Number(schema['exclusiveMinimum']) + 1 : -1000),
  );
  const high = Number(
    schema['maximum'] ??
      (schema['exclusiveMaximum'] !== undefined ? Number(schema['exclusiveMaximum']) - 1 : low + 2000),
  );
  // The corners are where the mistakes are.
  return dice.chance(0.1)
    ? dice.pick([Math.max(low, Number.MIN_SAFE_INTEGER), Math.min(high, Number.MAX_SAFE_INTEGER)])
    : dice.between(Math.max(low, -1000), Math.max(Math.max(low, -1000), Math.min(high, low + 2000)));
}

const FORMATS: Readonly<Record<string, (dice: Dice) => string>> = {
  uuid: (dice) => dice.uuid(),
  email: (dice) => `person${dice.between(1, 9999)}@aangan.test`,
  'date-time': (dice) =>
    `2026-${String(dice.between(1, 12)).padStart(2, '0')}-${String(dice.between(1, 28)).padStart(2, '0')}T10:30:00+05:30`,
  date: (dice) =>
    `2026-${String(dice.between(1, 12)).padStart(2, '0')}-${String(dice.between(1, 28)).padStart(2, '0')}`,
  uri: () => 'https://aangan.test/x',
  time: () => '10:30',
};

const DAY = /^\^\(19\|20\|21\)/;

function textValue(schema: Schema, dice: Dice): string {
  const {
    minLength = 0,
    maxLength,
    pattern,
    format,
  } = schema as { minLength?: number; maxLength?: number; pattern?: string; format?: string };
  if (pattern && DAY.test(pattern)) return (FORMATS['date'] as (dice: Dice) => string)(dice);
  const known = format ? FORMATS[format] : undefined;
  if (known) return known(dice);
  if (pattern) return matching(pattern, dice);
  const length = dice.between(Math.max(minLength, 1), Math.max(minLength, Math.min(maxLength ?? 12, 12)));
  return (
    Array.from({ length }, () => dice.pick([...'abcdefghijklmnopqrstuvwxyz अ आ०ñ']))
      .join('')
      .trim()
      .padEnd(minLength, 'x') || 'x'
  );
}

// Making what writes texts of a pattern costs a thousand texts.
const patterns = new Map<string, fc.Arbitrary<string>>();

function matching(pattern: string, dice: Dice): string {
  try {
    const texts = patterns.get(pattern) ?? fc.stringMatching(new RegExp(pattern));
    patterns.set(pattern, texts);
    const [text = ''] = fc.sample(texts, {
      numRuns: 1,
      seed: dice.between(0, 2 ** 31 - 1),
    });
    return text;
  } catch {
    return 'x'; // a pattern fast-check cannot walk (look-ahead): the request is then simply refused
  }
}

/** Ways to break a valid object so that the schema surely refuses it, each with its name. */
export function breakObject(
  schema: Schema,
  value: Record<string, unknown>,
  dice: Dice,
): { how: string; value: Record<string, unknown> } {
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, Schema>;
    required?: string[];
  };
  const typed = Object.entries(properties).filter(([, member]) =>
    ['string', 'integer', 'number', 'boolean', 'array', 'object'].includes(String(member['type'])),
  );
  const ways: (() => { how: string; value: Record<string, unknown> })[] = [];
  if (schema['additionalProperties'] === false)
    ways.push(() => ({ how: 'unknown key', value: { ...value, [`unknown${dice.between(1, 99)}`]: 1 } }));
  const needed = required.filter((name) => !('default' in (properties[name] ?? {})));
  if (needed.length) {
    ways.push(() => {
      const gone = dice.pick(needed);
      return {
        how: `without ${gone}`,
        value: Object.fromEntries(Object.entries(value).filter(([name]) => name !== gone)),
      };
    });
  }
  if (typed.length) {
    ways.push(() => {
      const [name, member] = dice.pick(typed);
      return {
        how: `${name} of a wrong type`,
        value: { ...value, [name]: wrongType(String(member['type']), dice) },
      };
    });
  }
  return ways.length ? dice.pick(ways)() : { how: 'nothing', value };
}

function wrongType(type: string, dice: Dice): unknown {
  const others: Record<string, unknown> = {
    object: { a: { b: 1 } },
    array: [[1]],
    text: 'not a number',
    boolean: true,
  };
  if (type === 'object') delete others['object'];
  if (type === 'array') {
    delete others['array'];
    // A list may come as one text, as addresses write it.
    delete others['text'];
  }
  if (type === 'boolean') delete others['boolean'];
  if (type === 'string') return dice.pick([others['object'], others['array']]);
  return dice.pick(Object.values(others));
}
