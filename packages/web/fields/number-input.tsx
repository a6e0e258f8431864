import { NumberInput } from '@mantine/core';
import type { FieldInputProps } from './field-props.ts';
import { sharedProps } from './shared-props.tsx';

type NumberKind = 'integer' | 'decimal' | 'money' | 'percent';

// Money is typed in rupees and held in paise; per cent is typed as such and held in basis points.
const factor: Record<NumberKind, number> = { integer: 1, decimal: 1, money: 100, percent: 100 };

const held = (typed: number, kind: NumberKind): number =>
  kind === 'decimal' ? typed : Math.round(typed * factor[kind]);

/** Whole numbers, decimals, rupees and per cent. Only digits (and one decimal point where decimals are) can be typed. */
export function NumberField(props: FieldInputProps & { kind: NumberKind }) {
  const { kind } = props;
  const decimals = kind === 'integer' ? 0 : kind === 'decimal' ? (props.digits ?? 2) : 2;
  const value = typeof props.value === 'number' ? props.value / factor[kind] : '';
  return (
    <NumberInput
      {...sharedProps(props)}
      value={value}
      onChange={(typed) =>
        props.onChange(
          typeof typed === 'number' ? held(typed, kind) : typed === '' ? null : typedNumber(typed, kind),
        )
      }
      allowDecimal={decimals > 0}
      decimalScale={decimals}
      allowNegative={(props.min ?? 0) < 0}
      hideControls
      thousandsGroupStyle="lakh"
      thousandSeparator={kind === 'money' ? ',' : ''}
      inputMode={decimals > 0 ? 'decimal' : 'numeric'}
      {...(kind === 'money' ? { prefix: '₹' } : {})}
      {...(kind === 'percent' ? { suffix: ' %' } : {})}
    />
  );
}

function typedNumber(typed: string, kind: NumberKind): number | null {
  const value = Number(typed.replace(/[₹,%\s]/g, ''));
  return Number.isFinite(value) && typed !== '' ? held(value, kind) : null;
}
