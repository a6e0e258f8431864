import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../text/text.tsx';
import { type FormModel, useFormModel } from './form-model.ts';
import classes from './save-bar.module.css';

export interface SaveBarProps {
  /** The form around it when not given. */
  form?: FormModel;
  /** A verb: "Save enquiry". */
  label?: string;
  /** What will happen: "Saves and sends the link to +91 98••• •••10". */
  will?: ReactNode;
  /** Default: one step back in history. */
  onCancel?: () => void;
  danger?: boolean;
  disabled?: boolean;
  extra?: ReactNode;
}

/** Sticks to the bottom of a form and says what saving does. */
export function SaveBar({
  form: given,
  label,
  will,
  onCancel,
  danger = false,
  disabled = false,
  extra,
}: SaveBarProps) {
  const t = useText();
  const around = useFormModel();
  const form = given ?? around;
  const navigate = useNavigate();
  return (
    <div className={classes.bar}>
      <span className={classes.words}>{will}</span>
      {extra}
      <Button variant="default" onClick={onCancel ?? (() => void navigate(-1))} disabled={form.saving}>
        {t('action.cancel')}
      </Button>
      <Button
        type="submit"
        loading={form.saving}
        disabled={disabled || form.disabled}
        {...(danger ? { color: 'danger' } : {})}
      >
        {label ?? t('action.save')}
      </Button>
    </div>
  );
}
