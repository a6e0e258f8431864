import { type ApiError, toApiError } from '@aangan/web/api/api-error.ts';
import { useText } from '@aangan/web/text/text.tsx';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ProblemAlert } from './problem-alert.tsx';
import classes from './sign-in.module.css';
import { words } from './words.web.ts';

/** How a typed code answers: six digits are the app's, everything else a printed one. */
export type AnsweredBy = 'SENT' | 'APP' | 'RECOVERY';

/** The app's code or a recovery code in place of the one that was sent (shell.md 11.2). */
export function OtherCode({
  onCode,
  onBack,
}: {
  /** Throws ApiError when the code is refused. */
  onCode: (code: string, by: AnsweredBy) => Promise<void>;
  onBack: () => void;
}) {
  const t = useText(words);
  const [code, setCode] = useState('');
  const [running, setRunning] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const typed = code.trim();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setRunning(true);
    setError(null);
    try {
      await onCode(typed, /^\d{6}$/.test(typed) ? 'APP' : 'RECOVERY');
    } catch (problem) {
      setError(toApiError(problem));
      setCode('');
    } finally {
      setRunning(false);
    }
  };
  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
      <ProblemAlert text={error && (error.fields.otp ?? error.message)} />
      <TextInput
        className={classes.code ?? ''}
        label={t('otherLabel')}
        description={t('otherHelp')}
        name="otp"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={11}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
        autoFocus
      />
      <Button type="submit" size="md" fullWidth loading={running} disabled={typed.length < 6}>
        {t('codeGo')}
      </Button>
      <div className={classes.row}>
        <Button variant="subtle" size="compact-md" onClick={onBack}>
          {t('sentInstead')}
        </Button>
      </div>
    </form>
  );
}
