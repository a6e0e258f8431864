// Under the thanks: the code that shows that the number is the family's own. Nobody has to.

import { useCommand } from '@aangan/web/api/use-command.ts';
import { numericOnly } from '@aangan/web/fields/numeric-only.ts';
import { useText } from '@aangan/web/text/text.tsx';
import { clockText, useSecondsUntil } from '@aangan/web/ui/countdown.ts';
import { PublicButton } from '@aangan/web/ui/public-frame.tsx';
import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { codeWords } from './code-words.web.ts';
import { soon } from './next-code.web.ts';
import { publicEnquiryContract } from './public-enquiry.contract.ts';

interface ConfirmNumberProps {
  fid: number;
  submissionId: string;
  /** Last digits of the number, and when a new code may be asked for. */
  sent: { ending: string; resendAt: string };
  onSentAgain: (resendAt: string) => void;
  onConfirmed: () => void;
  onNotNow: () => void;
}

type Said = { word: 'wrong'; left: number } | { word: 'ended' | 'over' | 'sentAgain' };

export function ConfirmNumber({ fid, submissionId, sent, ...on }: ConfirmNumberProps) {
  const t = useText(codeWords);
  const [code, setCode] = useState('');
  const [said, setSaid] = useState<Said | null>(null);
  const [noMore, setNoMore] = useState(false);
  const wait = useSecondsUntil(sent.resendAt) ?? 0;
  const verify = useCommand(publicEnquiryContract.verify, {
    onDone: (out) => {
      if (out.state === 'CONFIRMED') return on.onConfirmed();
      setCode('');
      setSaid(
        out.state === 'WRONG' ? { word: 'wrong', left: out.left } : { word: noMore ? 'over' : 'ended' },
      );
    },
  });
  const again = useCommand(publicEnquiryContract.sendCode, {
    onDone: (out) => {
      setNoMore(out.state === 'ENDED');
      setSaid(out.state === 'SENT' ? { word: 'sentAgain' } : out.state === 'ENDED' ? { word: 'over' } : null);
      if (out.state !== 'ENDED') on.onSentAgain(soon(out.waitS));
    },
  });
  const type = (text: string) => {
    const digits = text.replace(/\D/g, '').slice(0, 6);
    setCode(digits);
    if (digits.length === 6 && !verify.running) void verify.run({ fid, submissionId, code: digits });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.length === 6 && !verify.running) void verify.run({ fid, submissionId, code });
  };
  const failed = verify.error ?? again.error;
  const problem =
    said?.word === 'wrong'
      ? t('wrong', { left: said.left })
      : said && said.word !== 'sentAgain' && t(said.word);
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <div>
          <Title order={2} fz="1.125rem">
            {t('title')}
          </Title>
          <Text>{t('sent', { ending: sent.ending })}</Text>
        </div>
        <TextInput
          label={t('label')}
          name="code"
          {...numericOnly()}
          autoComplete="one-time-code"
          maxLength={6}
          value={code}
          error={failed?.message ?? problem}
          onChange={(event) => type(event.currentTarget.value)}
          onPaste={(event) => {
            event.preventDefault();
            type(event.clipboardData.getData('text'));
          }}
        />
        {said?.word === 'sentAgain' && !failed && <Text role="status">{t('sentAgain')}</Text>}
        <PublicButton type="submit" loading={verify.running} disabled={code.length !== 6}>
          {t('confirm')}
        </PublicButton>
        <Group gap="sm" justify="space-between">
          <Button variant="subtle" px="xs" onClick={on.onNotNow}>
            {t('notNow')}
          </Button>
          {!noMore &&
            (wait > 0 ? (
              <Text className="quiet figures">{t('againIn', { time: clockText(wait) })}</Text>
            ) : (
              <Button
                variant="subtle"
                px="xs"
                loading={again.running}
                onClick={() => void again.run({ fid, submissionId })}
              >
                {t('again')}
              </Button>
            ))}
        </Group>
      </Stack>
    </form>
  );
}
