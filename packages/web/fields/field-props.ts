import type { ChoiceOption, FieldKind } from '@aangan/contract/fields.ts';
import type { ReactNode } from 'react';
import type { OptionSearch } from '../api/options.ts';

/** What every widget takes. Values are the contract's: paise, basis points, `YYYY-MM-DD`, ISO instants, ids. */
export interface FieldInputProps {
  kind: FieldKind;
  value: unknown;
  onChange: (value: unknown) => void;
  label?: ReactNode;
  help?: ReactNode;
  error?: ReactNode;
  /** Required is the rule; optional fields are marked. */
  optional?: boolean;
  disabled?: boolean;
  placeholder?: string;
  name?: string;
  options?: readonly ChoiceOption[] | undefined;
  /** Reference: the record it picks from. */
  to?: string | undefined;
  /** Reference: an own search instead of the record's options. */
  search?: OptionSearch | undefined;
  /** Reference: the label of the chosen entry, when the row carries it. */
  chosenLabel?: string | null | undefined;
  accept?: readonly string[] | undefined;
  max?: number | undefined;
  min?: number | undefined;
  /** Entries of `files` and `references`. */
  most?: number | undefined;
  /** Files and references: names of the chosen ones, by id, when the row carries them. */
  chosenNames?: Readonly<Record<string, string>> | undefined;
  /** Decimal places of `decimal`. */
  digits?: number | undefined;
  /** Earliest and latest day of a date. */
  earliest?: string | undefined;
  latest?: string | undefined;
  /** `one-time-code`, `tel`, `name`… */
  autoComplete?: string | undefined;
  /** 16 px text and 48 px height for parents' pages. */
  large?: boolean | undefined;
  autoFocus?: boolean | undefined;
  /** Shown without its label (filters, cells); `label` becomes the accessible name. */
  bare?: boolean;
}
