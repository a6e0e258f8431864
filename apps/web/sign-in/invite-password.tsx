import { toApiError } from '@aangan/web/api/api-error.ts';
import { call } from '@aangan/web/api/call.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { thisBrowser } from '@aangan/web/local/browser-key.ts';
import { useText } from '@aangan/web/text/text.tsx';
import { Alert, Button, PasswordInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { inviteContract } from '../../../areas/shell/password.contract.ts';
import { checkWith, noProblem, type Problem, problemOf } from '../../../areas/shell/sign-in/problem.web.ts';
import { ProblemAlert } from '../../../areas/shell/sign-in/problem-alert.tsx';
import classes from '../../../areas/shell/sign-in/sign-in.module.css';
import { SignInFrame } from '../../../areas/shell/sign-in/sign-in-frame.tsx';
import { words } from '../../../areas/shell/sign-in/words.web.ts';
import { openSession } from '../session.ts';

/** An invitation: the new user chooses a password and is in. */
export function InvitePassword({ token }: { token: string }) {
  const t = useText(words);
  const navigate = useNavigate();
  const invite = useQuery(inviteContract.get, {}, { link: token });
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const [problem, setProblem] = useState<Problem>(noProblem);
  const [running, setRunning] = useState(false);

  const accept = async (event: FormEvent) => {
    event.preventDefault();
    const input = { password, ...(await thisBrowser()) };
    const wrong =
      password === again
        ? checkWith(inviteContract.accept, input)
        : { fields: { again: t('notSame') }, message: null };
    if (wrong) return setProblem(wrong);
    setRunning(true);
    try {
      const { token: session } = await call(inviteContract.accept, input, { link: token });
      await openSession(session);
      void navigate('/profile/dashboard', { replace: true });
    } catch (error) {
      setProblem(problemOf(toApiError(error)));
    } finally {
      setRunning(false);
    }
  };
  if (invite.error)
    return (
      <SignInFrame title={t('title')}>
        <Alert color="warning" variant="light" role="alert">
          {invite.error.status === 500 ? invite.error.message : t('inviteEnded')}
        </Alert>
      </SignInFrame>
    );
  return (
    <SignInFrame
      title={t('welcome', { name: invite.data?.firstName ?? '' })}
      lead={invite.data ? t('welcomeLead', { signIn: invite.data.signIn }) : undefined}
    >
      <form className={classes.form} onSubmit={(event) => void accept(event)} noValidate>
        <ProblemAlert text={problem.message} />
        <PasswordInput
          label={t('newPassword')}
          description={t('newPasswordHelp')}
          autoComplete="new-password"
          size="md"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={problem.fields.password}
          autoFocus
        />
        <PasswordInput
          label={t('repeat')}
          autoComplete="new-password"
          size="md"
          value={again}
          onChange={(event) => setAgain(event.currentTarget.value)}
          error={problem.fields.again}
        />
        <Button type="submit" size="md" fullWidth loading={running} disabled={!invite.data}>
          {t('setPassword')}
        </Button>
      </form>
    </SignInFrame>
  );
}
