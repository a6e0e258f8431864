import { type ApiError, toApiError } from '@aangan/web/api/api-error.ts';
import { numericOnly } from '@aangan/web/fields/numeric-only.ts';
import { useText } from '@aangan/web/text/text.tsx';
import { clockText, useSecondsUntil } from '@aangan/web/ui/countdown.ts';
import { Alert, Button, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { type AnsweredBy, OtherCode } from './other-code.tsx';
import { ProblemAlert } from './problem-alert.tsx';
import classes from './sign-in.module.css';
import { words } from './words.web.ts';

export interface Challenge {
  referenceID: string;
  channel: 'SMS' | 'EMAIL';
  sentTo: string;
  expiresAt: string;
  resendAt: string;
}

export interface CodeEntryProps {
  challenge: Challenge | null;
  /** Throws ApiError when the code is refused. */
  onCode: (code: string, by: AnsweredBy) => Promise<void>;
  onResend?: ((channel?: 'SMS' | 'EMAIL') => Promise<void>) | undefined;
  /** More fields between code and button. */
  children?: ReactNode;
  button?: string;
  /** The app's code or a printed one may answer too. */
  orOther?: boolean;
  /** Only six digits are needed: they are sent as soon as they are there. */
  auto?: boolean;
}

/** One field for the six digits: paste and the phone's own code offer fill it; the countdown is the server's. */
export function CodeEntry({
  challenge,
  onCode,
  onResend,
  children,
  button,
  orOther = false,
  auto = true,
}: CodeEntryProps) {
  const t = useText(words);
  const [code, setCode] = useState('');
  const [running, setRunning] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const [other, setOther] = useState(false);
  const untilResend = useSecondsUntil(challenge?.resendAt ?? null);
  const untilEnd = useSecondsUntil(challenge?.expiresAt ?? null);

  const run = async (work: () => Promise<void>) => {
    setRunning(true);
    setError(null);
    try {
      await work();
    } catch (problem) {
      setError(toApiError(problem));
      setCode('');
    } finally {
      setRunning(false);
    }
  };
  const type = (text: string) => {
    const digits = text.replace(/\D/g, '').slice(0, 6);
    setCode(digits);
    if (auto && digits.length === 6 && !running) void run(() => onCode(digits, 'SENT'));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.length === 6 && !running) void run(() => onCode(code, 'SENT'));
  };
  const resend = (channel?: 'SMS' | 'EMAIL') => onResend && void run(() => onResend(channel));
  const problem = error ? (error.fields.otp ?? Object.values(error.fields)[0] ?? error.message) : null;
  if (other) return <OtherCode onCode={onCode} onBack={() => setOther(false)} />;
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <ProblemAlert text={problem} />
      {untilEnd === 0 && !problem && (
        <Alert color="warning" variant="light" role="status" p="sm">
          {t('expired')}
        </Alert>
      )}
      <TextInput
        className={classes.code ?? ''}
        label={t('codeLabel')}
        name="otp"
        {...numericOnly()}
        autoComplete="one-time-code"
        pattern="\d{6}"
        maxLength={6}
        value={code}
        onChange={(event) => type(event.currentTarget.value)}
        onPaste={(event) => {
          event.preventDefault();
          type(event.clipboardData.getData('text'));
        }}
        description={untilEnd ? t('expires', { time: clockText(untilEnd) }) : undefined}
        autoFocus
      />
      {children}
      <Button type="submit" size="md" fullWidth loading={running} disabled={code.length !== 6}>
        {button ?? t('codeGo')}
      </Button>
      {onResend && (
        <div className={classes.row}>
          <Button
            variant="subtle"
            size="compact-md"
            disabled={running || (untilResend ?? 0) > 0}
            onClick={() => resend()}
          >
            {untilResend ? t('resendIn', { time: clockText(untilResend) }) : t('resend')}
          </Button>
          {challenge?.channel === 'SMS' && (
            <Button
              variant="subtle"
              size="compact-md"
              disabled={running || (untilResend ?? 0) > 0}
              onClick={() => resend('EMAIL')}
            >
              {t('byEmail')}
            </Button>
          )}
        </div>
      )}
      {orOther && (
        <div className={classes.row}>
          <Button variant="subtle" size="compact-md" onClick={() => setOther(true)}>
            {t('otherCode')}
          </Button>
        </div>
      )}
    </form>
  );
}
