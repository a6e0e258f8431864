import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../text/text.tsx';
import type { FieldInputProps } from './field-props.ts';

function FieldLabel({ label, optional }: { label: ReactNode; optional: boolean }) {
  const t = useText();
  return (
    <>
      {label}
      {optional && (
        <span className="quiet" style={{ fontWeight: 400 }}>
          {' '}
          ({t('common.optional')})
        </span>
      )}
    </>
  );
}

/** The part of the props every Mantine input takes the same way. */
export function sharedProps(props: FieldInputProps) {
  const named = props.name ? { name: props.name, id: `field-${props.name}` } : {};
  const label = props.bare ? null : <FieldLabel label={props.label} optional={props.optional ?? false} />;
  return {
    ...named,
    ...(props.bare && typeof props.label === 'string' ? { 'aria-label': props.label } : {}),
    label,
    description: props.help,
    error: props.error,
    disabled: props.disabled ?? false,
    size: props.large ? ('lg' as const) : ('sm' as const),
    ...(props.placeholder ? { placeholder: props.placeholder } : {}),
    ...(props.autoComplete ? { autoComplete: props.autoComplete } : {}),
    ...(props.autoFocus ? { autoFocus: true, 'data-autofocus': true } : {}),
    // The asterisk is not drawn (optional is marked instead), but assistive technology still hears "required".
    ...(props.optional || props.bare ? {} : { 'aria-required': true }),
  };
}

/** An unseen text for screen readers. */
export const Unseen = ({ children }: { children: ReactNode }) => <VisuallyHidden>{children}</VisuallyHidden>;
