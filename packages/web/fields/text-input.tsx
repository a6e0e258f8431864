import { Textarea, TextInput } from '@mantine/core';
import { formatPhone } from '../format.ts';
import { useText } from '../text/text.tsx';
import type { FieldInputProps } from './field-props.ts';
import { sharedProps } from './shared-props.tsx';

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

const looks = {
  text: { type: 'text' },
  email: {
    type: 'email',
    inputMode: 'email',
    autoComplete: 'email',
    autoCapitalize: 'off',
    spellCheck: false,
  },
  phone: { type: 'tel', inputMode: 'tel', autoComplete: 'tel-national' },
  time: { type: 'time' },
} as const;

/** One line: text, e-mail, phone, time. */
export function LineField(props: FieldInputProps & { kind: keyof typeof looks }) {
  const { autoComplete, ...look } = { autoComplete: undefined, ...looks[props.kind] };
  return (
    <TextInput
      {...look}
      {...(autoComplete && !props.bare ? { autoComplete } : {})}
      {...sharedProps(props)}
      value={props.kind === 'phone' ? formatPhone(textOf(props.value)) : textOf(props.value)}
      onChange={(event) => props.onChange(event.currentTarget.value)}
      {...(props.kind === 'text' && props.max ? { maxLength: props.max } : {})}
    />
  );
}

/** Several lines; grows with its text and says how much room is left near the end. */
export function LongTextField(props: FieldInputProps) {
  const t = useText();
  const text = textOf(props.value);
  const left = props.max === undefined ? null : props.max - text.length;
  const near = left !== null && props.max !== undefined && left < props.max * 0.1;
  const shared = sharedProps(props);
  return (
    <Textarea
      {...shared}
      description={
        near ? (
          <>
            {props.help} {t('form.charactersLeft', { n: left })}
          </>
        ) : (
          props.help
        )
      }
      value={text}
      onChange={(event) => props.onChange(event.currentTarget.value)}
      autosize
      minRows={3}
      maxRows={12}
      {...(props.max ? { maxLength: props.max } : {})}
    />
  );
}
