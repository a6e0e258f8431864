import { ApiError, toApiError } from '@aangan/web/api/api-error.ts';
import { call } from '@aangan/web/api/call.ts';
import { deviceSecret } from '@aangan/web/local/browser-key.ts';
import { useText } from '@aangan/web/text/text.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Anchor, Button, PasswordInput, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { passwordContract } from '../password.contract.ts';
import { type Challenge, CodeEntry } from './code-entry.tsx';
import { checkWith, noProblem, type Problem, problemOf } from './problem.web.ts';
import { ProblemAlert } from './problem-alert.tsx';
import classes from './sign-in.module.css';
import { SignInFrame } from './sign-in-frame.tsx';
import { words } from './words.web.ts';

/** Forgotten password: a code, then a new password twice; every other session ends. */
export function ForgotPassword({ onBack }: { onBack: () => void }) {
  const t = useText(words);
  const [identifier, setIdentifier] = useState('');
  const [challenge, setChallenge] = useState<Challenge | null>(null);
  const [problem, setProblem] = useState<Problem>(noProblem);
  const [running, setRunning] = useState(false);

  const ask = async (event: FormEvent) => {
    event.preventDefault();
    const input = { identifier };
    const wrong = checkWith(passwordContract.forgot, input);
    if (wrong) return setProblem(wrong);
    setRunning(true);
    try {
      setChallenge(await call(passwordContract.forgot, input, { ownUnauthorised: true }));
      setProblem(noProblem);
    } catch (error) {
      setProblem(problemOf(toApiError(error)));
    } finally {
      setRunning(false);
    }
  };
  const back = (
    <p style={{ textAlign: 'center' }}>
      <Anchor component="button" type="button" size="sm" onClick={onBack}>
        {t('back')}
      </Anchor>
    </p>
  );
  if (challenge)
    return (
      <SignInFrame title={t('forgotTitle')} lead={t('codeSent', { to: challenge.sentTo })}>
        <NewPassword challenge={challenge} onDone={onBack} />
        {back}
      </SignInFrame>
    );
  return (
    <SignInFrame title={t('forgotTitle')} lead={t('forgotLead')}>
      <form className={classes.form} onSubmit={(event) => void ask(event)} noValidate>
        <ProblemAlert text={problem.message} />
        <TextInput
          label={t('identifier')}
          autoComplete="username"
          autoCapitalize="off"
          size="md"
          value={identifier}
          onChange={(event) => setIdentifier(event.currentTarget.value)}
          error={problem.fields.identifier}
          autoFocus
        />
        <Button type="submit" size="md" fullWidth loading={running}>
          {t('sendCode')}
        </Button>
      </form>
      {back}
    </SignInFrame>
  );
}

function NewPassword({ challenge, onDone }: { challenge: Challenge; onDone: () => void }) {
  const t = useText(words);
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const differ = again !== '' && again !== password;
  const reset = async (otp: string) => {
    if (password !== again)
      throw new ApiError({ status: 422, code: 'password.not-same', message: t('notSame') });
    const device = await deviceSecret();
    await call(
      passwordContract.reset,
      { referenceID: challenge.referenceID, otp, password, ...(device ? { device } : {}) },
      { ownUnauthorised: true },
    );
    notice.ok(t('passwordSet'));
    onDone();
  };
  return (
    <CodeEntry challenge={challenge} onCode={reset} button={t('setPassword')} auto={false}>
      <PasswordInput
        label={t('newPassword')}
        description={t('newPasswordHelp')}
        autoComplete="new-password"
        size="md"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <PasswordInput
        label={t('repeat')}
        autoComplete="new-password"
        size="md"
        value={again}
        onChange={(event) => setAgain(event.currentTarget.value)}
        error={differ ? t('notSame') : undefined}
      />
    </CodeEntry>
  );
}
