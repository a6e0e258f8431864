// Checks what an operation answers and keeps what its contract names, in code made from the contract's output: a page of fifty
// rows takes a sixth of Zod's time. The code only ever says "as it should be": of anything else Zod itself is asked, so that
// what passes, what is left out and what is refused stay Zod's (testkit/outputs.test.ts).
import type * as z from 'zod';

/** What the code answers where it is not sure. */
const UNSURE = Symbol('unsure');
type Fast = (value: unknown) => unknown;

const checks = new WeakMap<z.ZodType, Fast>();

/** The answer as `schema` lets it out. Throws Zod's error for one that does not fit. */
export function checkOutput(schema: z.ZodType, answer: unknown): unknown {
  let fast = checks.get(schema);
  if (!fast) {
    fast = codeOf(schema);
    checks.set(schema, fast);
  }
  const checked = fast(answer);
  return checked === UNSURE ? schema.parse(answer) : checked;
}

interface Def {
  readonly type: string;
  readonly format?: string;
  readonly pattern?: RegExp;
  readonly coerce?: boolean;
  readonly checks?: readonly unknown[];
  readonly catchall?: unknown;
  readonly shape: Readonly<Record<string, z.ZodType>>;
  readonly element: z.ZodType;
  readonly innerType: z.ZodType;
  readonly keyType: z.ZodType;
  readonly valueType: z.ZodType;
  readonly entries: Readonly<Record<string, string | number>>;
  readonly values: readonly unknown[];
}

const defOf = (schema: z.ZodType): Def => schema._zod.def as unknown as Def;

function codeOf(schema: z.ZodType): Fast {
  const code = new Code();
  const body = `${code.check(schema, 'value', 'out')} return out;`;
  // Our own contracts alone are written into it; names of theirs stand in it as JSON.
  const make = new Function('UNSURE', 'given', `return function check(value) { let out; ${body} }`);
  return make(UNSURE, code.given) as Fast;
}

/** Statements that check `from` and set `to`, or return UNSURE. */
class Code {
  /** What the code refers to by number: patterns, sets, schemas that Zod checks itself. */
  readonly given: unknown[] = [];
  #names = 0;

  check(schema: z.ZodType, from: string, to: string): string {
    const def = defOf(schema);
    if (def.checks?.length || def.coerce) return this.#byZod(schema, from, to);
    switch (def.type) {
      case 'string':
        return this.#string(schema, from, to);
      case 'number':
        if (def.format === undefined) return ensure(`Number.isFinite(${from})`, from, to);
        return def.format === 'safeint'
          ? ensure(`Number.isSafeInteger(${from})`, from, to)
          : this.#byZod(schema, from, to);
      case 'boolean':
        return ensure(`typeof ${from} === 'boolean'`, from, to);
      case 'enum':
        return this.#oneOf(Object.values(def.entries), schema, from, to);
      case 'literal':
        return this.#oneOf(def.values, schema, from, to);
      case 'nullable':
        return `if (${from} === null) ${to} = null; else { ${this.check(def.innerType, from, to)} }`;
      case 'array':
        return this.#array(def.element, from, to);
      case 'object':
        return def.catchall || Object.hasOwn(def.shape, '__proto__')
          ? this.#byZod(schema, from, to)
          : this.#object(def.shape, from, to);
      case 'record':
        return this.#record(schema, from, to);
      default:
        return this.#byZod(schema, from, to);
    }
  }

  #string(schema: z.ZodType, from: string, to: string): string {
    const { format, pattern } = defOf(schema);
    if (format === undefined) return ensure(`typeof ${from} === 'string'`, from, to);
    if (format !== 'uuid' || !pattern || pattern.global) return this.#byZod(schema, from, to);
    return ensure(`typeof ${from} === 'string' && ${this.#give(pattern)}.test(${from})`, from, to);
  }

  #oneOf(values: readonly unknown[], schema: z.ZodType, from: string, to: string): string {
    return values.every((value) => typeof value === 'string')
      ? ensure(`${this.#give(new Set(values))}.has(${from})`, from, to)
      : this.#byZod(schema, from, to);
  }

  #array(element: z.ZodType, from: string, to: string): string {
    const [list, n, one, item] = [this.#name(), this.#name(), this.#name(), this.#name()];
    return `if (!Array.isArray(${from})) return UNSURE;
      const ${list} = new Array(${from}.length);
      for (let ${n} = 0; ${n} < ${from}.length; ${n} += 1) {
        const ${one} = ${from}[${n}]; let ${item}; ${this.check(element, one, item)} ${list}[${n}] = ${item};
      }
      ${to} = ${list};`;
  }

  /** Keys in the order of the contract; one that may be absent is set only where it is there. */
  #object(shape: Def['shape'], from: string, to: string): string {
    const lines: string[] = [];
    const fields = Object.entries(shape).map(([key, schema]) => {
      const def = defOf(schema);
      const optional =
        def.type === 'optional' && !def.checks?.length && !schema._zod.traits.has('$ZodExactOptional');
      const [value, out] = [this.#name(), this.#name()];
      const inner = this.check(optional ? def.innerType : schema, value, out);
      lines.push(`const ${value} = ${from}[${JSON.stringify(key)}]; let ${out};`);
      lines.push(optional ? `if (${value} !== undefined) { ${inner} }` : inner);
      return { key: JSON.stringify(key), out, optional };
    });
    const first = fields.findIndex(({ optional }) => optional);
    const always = first < 0 ? fields : fields.slice(0, first);
    const later = first < 0 ? [] : fields.slice(first);
    return `if (typeof ${from} !== 'object' || ${from} === null || Array.isArray(${from})) return UNSURE; ${lines.join('\n')}
      ${to} = { ${always.map(({ key, out }) => `${key}: ${out}`).join(', ')} };
      ${later.map(({ key, out, optional }) => `${optional ? `if (${out} !== undefined || ${key} in ${from}) ` : ''}${to}[${key}] = ${out};`).join('\n')}`;
  }

  /** Of plain keys, such as what may be done with a row. */
  #record(schema: z.ZodType, from: string, to: string): string {
    const { keyType, valueType } = defOf(schema);
    const keys = defOf(keyType);
    if (keys.type !== 'string' || keys.format !== undefined || keys.checks?.length || keys.coerce)
      return this.#byZod(schema, from, to);
    const [key, record, value, out] = [this.#name(), this.#name(), this.#name(), this.#name()];
    return `if (typeof ${from} !== 'object' || ${from} === null || Object.getPrototypeOf(${from}) !== Object.prototype
        || Object.hasOwn(${from}, '__proto__') || Object.getOwnPropertySymbols(${from}).length > 0) return UNSURE;
      const ${record} = {};
      for (const ${key} of Object.keys(${from})) {
        const ${value} = ${from}[${key}]; let ${out}; ${this.check(valueType, value, out)} ${record}[${key}] = ${out};
      }
      ${to} = ${record};`;
  }

  #byZod(schema: z.ZodType, from: string, to: string): string {
    const [checker, result] = [this.#give(schema), this.#name()];
    return `{ if (${from} === undefined) return UNSURE;
      const ${result} = ${checker}.safeParse(${from}); if (!${result}.success) return UNSURE; ${to} = ${result}.data; }`;
  }

  #give(thing: unknown): string {
    return `given[${this.given.push(thing) - 1}]`;
  }

  #name(): string {
    this.#names += 1;
    return `v${this.#names}`;
  }
}

const ensure = (condition: string, from: string, to: string): string =>
  `if (!(${condition})) return UNSURE; ${to} = ${from};`;
