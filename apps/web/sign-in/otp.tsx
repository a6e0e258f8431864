import { call } from '@aangan/web/api/call.ts';
import { thisBrowser } from '@aangan/web/local/browser-key.ts';
import { useText } from '@aangan/web/text/text.tsx';
import { Anchor } from '@mantine/core';
import { useState } from 'react';
import { Link, useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import { sessionContract } from '../../../areas/shell/session.contract.ts';
import { type Challenge, CodeEntry } from '../../../areas/shell/sign-in/code-entry.tsx';
import { nextPath } from '../../../areas/shell/sign-in/next-path.ts';
import type { AnsweredBy } from '../../../areas/shell/sign-in/other-code.tsx';
import { SignInFrame } from '../../../areas/shell/sign-in/sign-in-frame.tsx';
import { words } from '../../../areas/shell/sign-in/words.web.ts';
import { openSession } from '../session.ts';

/** /otp/{referenceID}: the code of a sign-in. */
export function Otp() {
  const t = useText(words);
  const navigate = useNavigate();
  const { referenceID = '' } = useParams();
  const [params] = useSearchParams();
  const state: unknown = useLocation().state;
  const [challenge, setChallenge] = useState<Challenge | null>(() =>
    isChallenge(state, referenceID) ? state : null,
  );

  const verify = async (otp: string, by: AnsweredBy) => {
    const { token } = await call(
      sessionContract.verifyOtp,
      { referenceID, otp, by, ...(await thisBrowser()) },
      { ownUnauthorised: true },
    );
    await openSession(token);
    void navigate(nextPath(params.get('next')), { replace: true });
  };
  const resend = async (channel?: 'SMS' | 'EMAIL') => {
    const next = await call(
      sessionContract.resendOtp,
      { referenceID, ...(channel ? { channel } : {}) },
      { ownUnauthorised: true },
    );
    setChallenge(next);
    if (next.referenceID !== referenceID)
      void navigate(`/otp/${next.referenceID}?${params.toString()}`, {
        replace: true,
        state: { ...next, codeOnly: isCodeOnly(state) },
      });
  };
  return (
    <SignInFrame
      title={t('codeTitle')}
      lead={challenge ? t('codeSent', { to: challenge.sentTo }) : t('codeSentSomewhere')}
    >
      <CodeEntry challenge={challenge} onCode={verify} onResend={resend} orOther={!isCodeOnly(state)} />
      <p style={{ textAlign: 'center' }}>
        <Anchor component={Link} to="/login" size="sm">
          {t('back')}
        </Anchor>
      </p>
    </SignInFrame>
  );
}

// After a code alone the app's code would be the only proof: the server does not take it there.
const isCodeOnly = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'codeOnly' in state && state.codeOnly === true;

// History state survives a reload; a pasted address has none, and the code works all the same.
const isChallenge = (state: unknown, referenceID: string): state is Challenge =>
  typeof state === 'object' &&
  state !== null &&
  'sentTo' in state &&
  'resendAt' in state &&
  'referenceID' in state &&
  state.referenceID === referenceID;
