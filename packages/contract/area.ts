import type * as z from 'zod';
import type { Endpoint } from './endpoint.ts';
import type { Field, ValueOf } from './fields.ts';
import type { AnyRecord } from './record.ts';
import type { Screen } from './screens.ts';

/** What the catalogue knows of a module (system.md 12.1). */
export interface ModuleInfo {
  title: string;
  /** `*` of system.md 12.1: a teacher needs the approval code USER_STAFF_APPROVED. */
  staffApproval?: true;
  /** `^`: student-facing; links to the student's own page. */
  student?: true;
  /** Held by public actors only, never by a role. */
  publicOnly?: true;
}

export type Modules<N extends string = string> = Readonly<Record<N, ModuleInfo>>;

/** Declares an area's modules; the value maps each name to itself, so feature code writes `modules.feeStructure`. */
export function modules<N extends string>(
  list: Readonly<Record<N, ModuleInfo>>,
): { readonly [K in N]: K } & { readonly $info: Modules } {
  const names = Object.fromEntries(Object.keys(list).map((name) => [name, name]));
  return Object.assign(names, { $info: list }) as { readonly [K in N]: K } & { readonly $info: Modules };
}

/** A message kind (README §2 'message queue'): texts with `{variables}`; the communication area sends it. */
export interface MessageKind {
  key: string;
  category: 'SERVICE' | 'TRANSACTIONAL' | 'PROMOTIONAL' | 'CODE';
  urgency: 'NOW' | 'ROUTINE';
  audience: 'FAMILY' | 'STAFF' | 'CONTACT';
  channels: readonly ('SMS' | 'EMAIL' | 'WHATSAPP' | 'APP')[];
  variables: readonly string[];
  subject?: string;
  en: string;
  hi?: string;
  /** A send whose outcome is unknown may be repeated. */
  retryUnknown: boolean;
}

export const message = (kind: MessageKind): MessageKind => kind;

/** A domain setting (README §2 'setting'): newest value with `from_on` <= today; centre over network. */
export interface Setting<S extends z.ZodType = z.ZodType> {
  key: string;
  title: string;
  schema: S;
  default: z.output<S>;
}

export const setting = <S extends z.ZodType>(s: Setting<S>): Setting<S> => s;

/** A setting that people change on a `settingForm()`: its field says label, kind and limits. An optional field allows null. */
export interface FieldSetting<F extends AnyField = AnyField> extends Setting {
  readonly field: F;
}
type AnyField = Omit<Field, 'optional'>;

/** Declares a setting by its field; title and schema are the field's. */
export function fieldSetting<const F extends AnyField>(s: {
  key: string;
  field: F;
  default: ValueOf<F>;
}): Setting<z.ZodType<ValueOf<F>>> & FieldSetting<F> {
  const { optional } = s.field as { optional?: unknown };
  const schema = optional === true ? s.field.schema.nullable() : s.field.schema;
  return { ...s, title: s.field.label, schema: schema as z.ZodType<ValueOf<F>> };
}

/** A column that holds data about a person and what happens to it on erasure (README §2). */
export interface PersonalData {
  table: string;
  subject: 'STUDENT' | 'GUARDIAN' | 'APPLICANT' | 'CONTACT' | 'USER' | 'VENDOR_PERSON';
  columns: readonly string[];
  on: 'erase' | 'pseudonymise' | 'keep';
  basis: string;
}

export interface Area {
  readonly name: string;
  readonly title: string;
  readonly modules: Modules;
  readonly records: readonly AnyRecord[];
  readonly contracts: readonly Endpoint[];
  readonly screens: readonly Screen[];
  readonly messages: readonly MessageKind[];
  readonly settings: readonly Setting[];
  readonly personalData: readonly PersonalData[];
}

/** An area's table of contents: lists, no logic. Name, title and screens come from its `screens.ts`: `...financeScreens`. */
export const area = (
  a: Pick<Area, 'name' | 'title' | 'modules'> & {
    records?: readonly AnyRecord[];
    /** Contract objects: each property is a query or command. */
    contracts?: readonly Readonly<Record<string, Endpoint>>[];
    screens?: readonly Screen[];
    messages?: readonly MessageKind[];
    settings?: readonly Setting[];
    personalData?: readonly PersonalData[];
  },
): Area => ({
  name: a.name,
  title: a.title,
  modules: a.modules,
  records: a.records ?? [],
  contracts: (a.contracts ?? []).flatMap((group) => Object.values(group)),
  screens: a.screens ?? [],
  messages: a.messages ?? [],
  settings: a.settings ?? [],
  personalData: a.personalData ?? [],
});
