// A screen of settings: one declaration from which its reading, its saving and its form come. Head office writes what
// holds for the network; a centre writes its own value where head office has not fixed one.
import * as z from 'zod';
import type { FieldSetting } from './area.ts';
import { command, type Endpoint, type ModuleGate, query } from './endpoint.ts';
import { choices, date, type Fields } from './fields.ts';

const entry = z.object({
  /** In force today. */
  value: z.unknown(),
  /** Whose value that is. */
  from: z.enum(['DEFAULT', 'NETWORK', 'CENTRE']),
  /** Head office fixed it for every centre. */
  fixed: z.boolean(),
  /** The next change that is already saved. */
  next: z.object({ value: z.unknown(), fromOn: z.string() }).nullable(),
});
export type SettingEntry = z.output<typeof entry>;

const state = z.object({
  /** What is changed: the network's values, or those of the chosen centre. */
  network: z.boolean(),
  mayChange: z.boolean(),
  entries: z.record(z.string(), entry),
});

type Values = Readonly<Record<string, unknown>>;
const changed = z.object({ changed: z.int() });

export interface SettingForm {
  readonly name: string;
  readonly title: string;
  /** Of the settings' rows: `finance`. */
  readonly area: string;
  readonly settings: Readonly<Record<string, FieldSetting>>;
  readonly endpoints: {
    readonly get: Endpoint<z.ZodType, typeof state>;
    readonly save: Endpoint<z.ZodType<Values, Values>, typeof changed>;
  };
}

interface SettingFormOptions {
  /** Of its operations: `concession-rules` makes `concession-rules.get` and `.save`. */
  name: string;
  title: string;
  area: string;
  module: string;
  /** Modules that read the values beside it. */
  readers?: readonly string[];
  settings: Readonly<Record<string, FieldSetting>>;
}

/** Declares the form; its save takes every field, the day the values apply from and, of head office, what is fixed. */
export function settingForm(o: SettingFormOptions): SettingForm {
  const module: ModuleGate = o.readers ? [o.module, ...o.readers] : o.module;
  const fields = Object.fromEntries(
    Object.entries(o.settings).map(([name, { field }]) => [name, field]),
  ) as Fields;
  const names = Object.fromEntries(Object.entries(fields).map(([name, { label }]) => [name, label]));
  return {
    name: o.name,
    title: o.title,
    area: o.area,
    settings: o.settings,
    endpoints: {
      get: query({
        name: `${o.name}.get`,
        summary: `Read ${o.title.toLowerCase()}: values in force, whose they are, and the next change.`,
        module,
        scope: 'centre',
        input: z.strictObject({}),
        output: state,
      }),
      save: command({
        name: `${o.name}.save`,
        summary: `Change ${o.title.toLowerCase()} from a day on.`,
        module: o.module,
        scope: 'centre',
        write: true,
        fields: {
          ...fields,
          fromOn: date({ label: 'Applies from' }),
          fixed: choices({ label: 'The same for every centre', options: names, optional: true }),
        },
        output: changed,
      }) as SettingForm['endpoints']['save'],
    },
  };
}
