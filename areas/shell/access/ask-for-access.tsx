import { useCommand } from '@aangan/web/api/use-command.ts';
import { useText } from '@aangan/web/text/text.tsx';
import { Alert, Button, Stack, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { accessContract } from '../access.contract.ts';
import { words } from '../sign-in/words.web.ts';

/** The screen that was refused. */
export interface Wanted {
  title: string;
  path: string;
  /** Its gate: any one of them opens it. Empty: what is missing is not known. */
  modules: string[];
  write: boolean;
}

/** 'Ask for access': a reason, sent to those who may grant it (shell.md 11.1). */
export function AskForAccess({ wanted, asked }: { wanted: Wanted; asked: boolean }) {
  const t = useText(words);
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [told, setTold] = useState<number | null>(null);
  const ask = useCommand(accessContract.ask, { onDone: (answer) => setTold(answer.told) });
  if (asked || told !== null)
    return (
      <Alert color="success" variant="light" role="status" p="sm">
        {told === 1 ? t('askedOne') : told ? t('askedTold', { n: told }) : t('asked')}
      </Alert>
    );
  if (!open)
    return (
      <Button variant="default" size="md" onClick={() => setOpen(true)}>
        {t('ask')}
      </Button>
    );
  const send = (event: FormEvent) => {
    event.preventDefault();
    void ask.run({ ...wanted, reason });
  };
  return (
    <form onSubmit={send} noValidate>
      <Stack gap="sm">
        <Textarea
          label={t('askReason')}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={ask.error ? (ask.error.fields.reason ?? ask.error.message) : undefined}
          maxLength={300}
          minRows={2}
          autosize
          autoFocus
        />
        <Button type="submit" size="md" loading={ask.running} disabled={reason.trim().length < 3}>
          {t('askSend')}
        </Button>
      </Stack>
    </form>
  );
}
