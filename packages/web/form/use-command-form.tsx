import type { Endpoint, InputOf, OutputOf } from '@aangan/contract/endpoint.ts';
import type { ReactNode } from 'react';
import { notice } from '../ui/notices.tsx';
import { Field, type FieldProps } from './field.tsx';
import type { FormModel } from './form-model.ts';
import { cleanValues, type Values } from './form-values.ts';
import { useForm } from './use-form.ts';

/** What a form knows of one field beyond its declaration. */
export type CommandField = Partial<Omit<FieldProps, 'name'>> & {
  /** Drawn and sent only while this holds. */
  when?: (values: Readonly<Values>) => boolean;
  /** Drawn another way; takes its value from the form around it. */
  as?: (props: FieldProps) => ReactNode;
};

export interface CommandFormOptions<E extends Endpoint> {
  /** A command declared with `fields`, drawn in their order. */
  of: E;
  /** What goes along beside the fields (`id`), and what fields start with. */
  start?: Partial<InputOf<E>>;
  /** The row's version, where the command is versioned. */
  ifMatch?: number;
  /** As of useCommand. */
  refresh?: readonly string[];
  /** By name: what the declaration cannot know (`latest`, `when`, `as`). */
  fields?: Readonly<Partial<Record<keyof InputOf<E> & string, CommandField>>>;
  /** Said when it is done. */
  done: string | ((output: OutputOf<E>) => string);
}

/** The model of a declared command's form, the names that are shown now, and how one of them is drawn. */
export function useCommandForm<E extends Endpoint>(
  { of, start, ifMatch, refresh = [], fields, done }: CommandFormOptions<E>,
  { onDone, draft }: { onDone: (output: OutputOf<E>) => void; draft?: string },
): {
  form: FormModel;
  names: readonly string[];
  draw: (name: string, more?: Partial<FieldProps>) => ReactNode;
} {
  const asks: Readonly<Record<string, CommandField | undefined>> = fields ?? {};
  const namesOf = (values: Readonly<Values>) =>
    Object.keys(of.fields ?? {}).filter((name) => asks[name]?.when?.(values) ?? true);
  const form = useForm<E>(of, {
    ...(start && { start }),
    ...(ifMatch !== undefined && { ifMatch }),
    ...(draft !== undefined && { draft }),
    refresh,
    toInput: (values) => {
      const shown = namesOf(values);
      const sent = Object.entries(values).filter(([name]) => !of.fields?.[name] || shown.includes(name));
      return cleanValues(of.input, Object.fromEntries(sent));
    },
    onDone: (output) => {
      notice.ok(typeof done === 'string' ? done : done(output));
      onDone(output);
    },
  });
  return {
    form,
    names: namesOf(form.values),
    draw: (name, more) => {
      const { when: _, as: Own = Field, ...known } = asks[name] ?? {};
      return <Own key={name} name={name} {...more} {...known} />;
    },
  };
}
