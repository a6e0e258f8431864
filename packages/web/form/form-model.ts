import type { Field } from '@aangan/contract/fields.ts';
import { createContext, useContext } from 'react';
import type { ApiError } from '../api/api-error.ts';
import type { Values } from './form-values.ts';

/** What a form offers to its fields, its save bar and its screen. */
export interface FormModel {
  values: Readonly<Values>;
  set: (name: string, value: unknown) => void;
  setMany: (values: Values) => void;
  /** Texts by field name; `_` is for the whole form. */
  errors: Readonly<Record<string, string>>;
  setError: (name: string, text: string | null) => void;
  /** Declared fields (records): kind, label, options. */
  fields: Readonly<Record<string, Field>>;
  /** The row a record form edits. */
  row: Readonly<Values> | null;
  dirty: boolean;
  /** Whether leaving now would lose something; asked at the moment of leaving, so a save that moves on is let through. */
  guards: () => boolean;
  saving: boolean;
  error: ApiError | null;
  /** Checks and saves; false when something needs attention. */
  submit: () => Promise<boolean>;
  reset: () => void;
  /** Unsaved entries of an earlier visit were put back. */
  restored: boolean;
  /** Counts failed submits, so the form can move the focus each time. */
  failures: number;
  /** Loads the latest version after a 412. */
  reload: (() => void) | null;
  disabled: boolean;
}

export const FormContext = createContext<FormModel | null>(null);

/** The form around a field. */
export function useFormModel(): FormModel {
  const form = useContext(FormContext);
  if (!form) throw new Error('A field stands outside a form');
  return form;
}
