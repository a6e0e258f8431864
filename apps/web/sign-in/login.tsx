import { toApiError } from '@aangan/web/api/api-error.ts';
import { call } from '@aangan/web/api/call.ts';
import { thisBrowser } from '@aangan/web/local/browser-key.ts';
import { part } from '@aangan/web/part.ts';
import { useText } from '@aangan/web/text/text.tsx';
import { MOBILE_QUERY } from '@aangan/web/theme.ts';
import { Alert, Anchor, Button, PasswordInput, Tabs, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type FormEvent, type KeyboardEvent, Suspense, useEffect, useState } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { sessionContract } from '../../../areas/shell/session.contract.ts';
import { nextPath } from '../../../areas/shell/sign-in/next-path.ts';
import { checkWith, noProblem, type Problem, problemOf } from '../../../areas/shell/sign-in/problem.web.ts';
import { ProblemAlert } from '../../../areas/shell/sign-in/problem-alert.tsx';
import classes from '../../../areas/shell/sign-in/sign-in.module.css';
import { SignInFrame } from '../../../areas/shell/sign-in/sign-in-frame.tsx';
import { words } from '../../../areas/shell/sign-in/words.web.ts';
import { isTablet } from '../../../areas/shell/tablet/own-tablet.web.ts';
import { useAppConfig } from '../app-config.ts';
import { openSession } from '../session.ts';
import { useShell } from '../session-state.ts';

// Each is the way of few: the others do not wait for its script.
const ForgotPassword = part(
  () => import('../../../areas/shell/sign-in/forgot-password.tsx'),
  'ForgotPassword',
);
const InvitePassword = part(() => import('./invite-password.tsx'), 'InvitePassword');
const TabletSignIn = part(() => import('../tablet/tablet-sign-in.tsx'), 'TabletSignIn');
const NoAccess = part(() => import('./no-access.tsx'), 'NoAccess');

/** /login and /signIn: password or one-time code, forgotten password, invitation, refused access. */
export function Login() {
  const [params] = useSearchParams();
  const shell = useShell();
  const [invite] = useState(() => takeInvite());
  const [forgot, setForgot] = useState(false);
  const [another, setAnother] = useState(false);
  const [tablet, setTablet] = useState(false);
  useEffect(() => {
    void isTablet().then(setTablet);
  }, []);
  const reason = params.get('reason');
  if (shell.phase === 'in' && !another && !invite && reason !== 'no-access')
    return <Navigate to={nextPath(params.get('next'))} replace />;
  if (invite || forgot || (shell.phase === 'in' && !another))
    return (
      <Suspense>
        {invite ? (
          <InvitePassword token={invite} />
        ) : forgot ? (
          <ForgotPassword onBack={() => setForgot(false)} />
        ) : (
          <NoAccess onSomeoneElse={() => setAnother(true)} />
        )}
      </Suspense>
    );
  if (tablet)
    return (
      <Suspense>
        <TabletSignIn next={params.get('next')} onOther={() => setTablet(false)} />
      </Suspense>
    );
  return <SignIn reason={reason} next={params.get('next')} onForgot={() => setForgot(true)} />;
}

// The token of an invitation leaves the address at once (areas/README 46).
function takeInvite(): string | null {
  const params = new URLSearchParams(window.location.search);
  const invite = params.get('invite');
  if (invite) window.history.replaceState(window.history.state, '', window.location.pathname);
  return invite;
}

function SignIn({
  reason,
  next,
  onForgot,
}: {
  reason: string | null;
  next: string | null;
  onForgot: () => void;
}) {
  const t = useText(words);
  const navigate = useNavigate();
  const mobile = useMediaQuery(MOBILE_QUERY, false, { getInitialValueInEffect: false });
  const [tab, setTab] = useState<string | null>(mobile ? 'code' : 'password');
  const [identifier, setIdentifier] = useState('');
  const [password, setPassword] = useState('');
  const [caps, setCaps] = useState(false);
  const [problem, setProblem] = useState<Problem>(noProblem);
  const [running, setRunning] = useState(false);

  const attempt = async (
    event: FormEvent,
    work: (browser: { device?: string; key?: string }) => Promise<void>,
  ) => {
    event.preventDefault();
    if (running) return;
    setRunning(true);
    setProblem(noProblem);
    try {
      await work(await thisBrowser());
    } catch (error) {
      setProblem(problemOf(toApiError(error)));
    } finally {
      setRunning(false);
    }
  };
  const toCode = (challenge: { referenceID: string }, codeOnly: boolean) =>
    navigate(`/otp/${challenge.referenceID}${next ? `?next=${encodeURIComponent(next)}` : ''}`, {
      state: { ...challenge, codeOnly },
    });

  const withPassword = (event: FormEvent) =>
    attempt(event, async (browser) => {
      const input = { identifier, password, ...browser };
      const wrong = checkWith(sessionContract.signIn, input);
      if (wrong) return setProblem(wrong);
      const answer = await call(sessionContract.signIn, input, { ownUnauthorised: true });
      if (answer.step === 'code') return void toCode(answer, false);
      await openSession(answer.token);
      void navigate(nextPath(next), { replace: true });
    });
  const withCode = (event: FormEvent) =>
    attempt(event, async ({ device }) => {
      const input = { identifier, ...(device ? { device } : {}) };
      const wrong = checkWith(sessionContract.requestOtp, input);
      if (wrong) return setProblem(wrong);
      void toCode(await call(sessionContract.requestOtp, input, { ownUnauthorised: true }), true);
    });
  const watchCaps = (event: KeyboardEvent) => setCaps(event.getModifierState('CapsLock'));

  const who = (
    <TextInput
      label={t('identifier')}
      name="identifier"
      autoComplete="username"
      autoCapitalize="off"
      spellCheck={false}
      size="md"
      value={identifier}
      onChange={(event) => setIdentifier(event.currentTarget.value)}
      error={problem.fields.identifier}
      autoFocus={!mobile}
    />
  );
  const told = <ProblemAlert text={problem.message} />;
  return (
    <SignInFrame title={t('title')} lead={t('lead')}>
      {reason === 'ended' && (
        <Alert color="info" variant="light" mb="md" p="sm" role="status">
          {t('ended')}
        </Alert>
      )}
      {reason === 'signed-out' && (
        <Alert color="info" variant="light" mb="md" p="sm" role="status">
          {t('signedOut')}
        </Alert>
      )}
      <Tabs
        value={tab}
        onChange={(value) => {
          setTab(value);
          setProblem(noProblem);
        }}
        keepMounted={false}
      >
        <Tabs.List grow mb="lg">
          <Tabs.Tab value="password">{t('tabPassword')}</Tabs.Tab>
          <Tabs.Tab value="code">{t('tabCode')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="password">
          <form className={classes.form} onSubmit={(event) => void withPassword(event)} noValidate>
            {told}
            {who}
            <PasswordInput
              label={t('password')}
              name="password"
              autoComplete="current-password"
              size="md"
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
              onKeyUp={watchCaps}
              error={problem.fields.password}
              description={caps ? t('capsLock') : undefined}
            />
            <Button type="submit" size="md" fullWidth loading={running}>
              {t('signIn')}
            </Button>
            <Anchor component="button" type="button" size="sm" ta="center" onClick={onForgot}>
              {t('forgot')}
            </Anchor>
          </form>
        </Tabs.Panel>
        <Tabs.Panel value="code">
          <form className={classes.form} onSubmit={(event) => void withCode(event)} noValidate>
            {told}
            {who}
            <Button type="submit" size="md" fullWidth loading={running}>
              {t('sendCode')}
            </Button>
          </form>
        </Tabs.Panel>
      </Tabs>
      <DemoSignIns
        onPick={(one) => {
          setTab('password');
          setIdentifier(one.identifier);
          setPassword(one.password);
        }}
      />
    </SignInFrame>
  );
}

function DemoSignIns({ onPick }: { onPick: (one: { identifier: string; password: string }) => void }) {
  const t = useText(words);
  const config = useAppConfig();
  const list = config?.demo ? config.demoSignIns : [];
  if (list.length === 0) return null;
  return (
    <div className={classes.demo}>
      <b>{t('demo')}</b>
      <ul>
        {list.map((one) => (
          <li key={one.identifier}>
            <Button size="compact-xs" variant="default" onClick={() => onPick(one)}>
              {one.label}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
