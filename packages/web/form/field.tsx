import type { FieldKind } from '@aangan/contract/fields.ts';
import { labelKeyOf } from '@aangan/contract/fields.ts';
import { FieldInput } from '../fields/field-input.tsx';
import type { FieldInputProps } from '../fields/field-props.ts';
import { useFormModel } from './form-model.ts';

export type FieldProps = Partial<Omit<FieldInputProps, 'value' | 'onChange' | 'error' | 'name'>> & {
  name: string;
  /** Drawn as faulty without words of its own: they stand once, below several fields. */
  faulty?: boolean;
  /** Called after the form took the value (dependent fields). */
  onPicked?: (value: unknown) => void;
};

/** One field of the form around it. In a record form only `name` is needed; elsewhere say `kind` and `label`. */
export function Field({ name, onPicked, faulty, ...own }: FieldProps) {
  const form = useFormModel();
  const declared = form.fields[name];
  const kind: FieldKind = own.kind ?? declared?.kind ?? 'text';
  const rowLabel = form.row && form.row[name] === form.values[name] ? form.row[labelKeyOf(name)] : null;
  const fromDeclaration: Partial<FieldInputProps> = declared
    ? {
        label: declared.label,
        help: declared.help,
        optional: declared.optional,
        options: declared.options,
        to: declared.to,
        accept: declared.accept,
        max: declared.max,
        min: declared.min,
        most: declared.most,
      }
    : {};
  return (
    <FieldInput
      {...fromDeclaration}
      chosenLabel={typeof rowLabel === 'string' ? rowLabel : null}
      {...own}
      kind={kind}
      name={name}
      value={form.values[name]}
      onChange={(value) => {
        form.set(name, value);
        onPicked?.(value);
      }}
      error={form.errors[name] ?? nestedError(form.errors, name) ?? faulty}
      disabled={own.disabled ?? form.disabled}
    />
  );
}

// `choices` may be wrong in one of its entries: `days.2`.
const nestedError = (errors: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.entries(errors).find(([key]) => key.startsWith(`${name}.`))?.[1];
