import { call } from '@aangan/web/api/call.ts';
import { useText } from '@aangan/web/text/text.tsx';
import { ErrorState } from '@aangan/web/ui/error-state.tsx';
import { Modal, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { sessionContract } from '../../../areas/shell/session.contract.ts';
import { type Challenge, CodeEntry } from '../../../areas/shell/sign-in/code-entry.tsx';
import type { AnsweredBy } from '../../../areas/shell/sign-in/other-code.tsx';
import { words } from '../../../areas/shell/sign-in/words.web.ts';
import { changeToken } from '../token-change.ts';
import { settleStepUp } from './step-up.ts';

const sending = {
  queryKey: ['step-up'],
  queryFn: () => call(sessionContract.requestStepUp, {}),
  gcTime: 0,
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
};

/** Sends a code and asks for it; the guarded call then goes out again with the same key. */
export function StepUpCode() {
  const t = useText(words);
  const [again, setAgain] = useState<Challenge | null>(null);
  const client = useQueryClient();
  const first = useQuery(sending);
  const challenge = again ?? first.data ?? null;
  const verify = async (otp: string, by: AnsweredBy) => {
    // The message may be here before the answer that says what the code is for.
    const { referenceID } = challenge ?? (await client.fetchQuery<Challenge>(sending));
    await changeToken(() =>
      call(
        sessionContract.verifyStepUp,
        { referenceID, otp, by },
        { ownUnauthorised: true, bringsToken: true },
      ),
    );
    settleStepUp(true);
  };
  return (
    <Modal opened onClose={() => settleStepUp(false)} title={t('codeTitle')} size="sm">
      {first.error ? (
        <ErrorState error={first.error} retry={() => void first.refetch()} />
      ) : (
        <>
          <Text mb="md">{challenge ? t('codeSent', { to: challenge.sentTo }) : t('codeSentSomewhere')}</Text>
          <CodeEntry
            challenge={challenge}
            onCode={verify}
            orOther
            onResend={async () => setAgain(await call(sessionContract.requestStepUp, {}))}
          />
        </>
      )}
    </Modal>
  );
}
