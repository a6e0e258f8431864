// The family's own page of its visit, opened by the link of a message.
import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatTime } from '@aangan/web/format.ts';
import { useText } from '@aangan/web/text/text.tsx';
import { PublicButton, PublicFrame } from '@aangan/web/ui/public-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Alert, Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ChooseTime, PlaceLines, useDayText } from './choose-time.tsx';
import { visitSlotContract } from './visit-slot.contract.ts';
import { visitWords } from './visit-words.web.ts';

type Opened = OutputOf<typeof visitSlotContract.open>;

export function VisitPage({ token }: { token: string }) {
  const t = useText(visitWords);
  const opened = useQuery(visitSlotContract.open, {}, { link: token, fresh: 0 });
  if (opened.error?.status === 404 || opened.error?.status === 410)
    return (
      <PublicFrame title={t('visitTitle')}>
        <Text>{t('gone')}</Text>
      </PublicFrame>
    );
  const visit = opened.data;
  return (
    <PublicFrame
      title={visit && !visit.visit && visit.mayChoose ? t('chooseTitle') : t('visitTitle')}
      {...(visit ? { brand: { name: visit.centreName } } : {})}
    >
      <QueryState query={opened}>
        {(data) => <Visit token={token} opened={data} again={() => void opened.refetch()} />}
      </QueryState>
    </PublicFrame>
  );
}

function Visit({ token, opened, again }: { token: string; opened: Opened; again: () => void }) {
  const t = useText(visitWords);
  const dayText = useDayText();
  const [at, setAt] = useState<string | null>(opened.visit?.at ?? null);
  const [doing, setDoing] = useState<'look' | 'change' | 'cancel' | 'cancelled'>('look');
  const choose = useCommand(visitSlotContract.choose, {
    link: token,
    onDone: (out) => {
      setAt(out.at);
      setDoing('look');
      again();
    },
    onError: again,
  });
  const cancel = useCommand(visitSlotContract.cancel, {
    link: token,
    onDone: () => {
      setAt(null);
      setDoing('cancelled');
    },
  });
  if (doing === 'cancelled')
    return (
      <Stack gap="md">
        <Text>{t('cancelled')}</Text>
        <PlaceLines place={opened} />
      </Stack>
    );
  const choosing = opened.mayChoose && (at === null || doing === 'change');
  return (
    <Stack gap="lg">
      {at && (
        <Stack gap={4}>
          <Text fw={600}>{t('booked', { time: `${dayText(at)}, ${formatTime(at)}` })}</Text>
          <Text>{t('bookedHelp')}</Text>
        </Stack>
      )}
      {!opened.mayChoose && at === null && <Text>{t('ask')}</Text>}
      {choosing && (
        <Stack gap="md">
          <Text>{t('chooseHelp')}</Text>
          <ChooseTime
            days={opened.days}
            running={choose.running}
            problem={choose.error?.message ?? null}
            onChoose={(time) => void choose.run({ at: time })}
          />
          {at && (
            <Button variant="subtle" onClick={() => setDoing('look')}>
              {t('keep')}
            </Button>
          )}
        </Stack>
      )}
      {at && doing === 'look' && (
        <Stack gap="sm">
          <Button component="a" size="lg" variant="light" href={`/visit-calendar/${token}`}>
            {t('calendar')}
          </Button>
          {opened.mayChoose && (
            <>
              <PublicButton variant="default" onClick={() => setDoing('change')}>
                {t('change')}
              </PublicButton>
              <Button variant="subtle" color="danger" onClick={() => setDoing('cancel')}>
                {t('cancel')}
              </Button>
            </>
          )}
        </Stack>
      )}
      {doing === 'cancel' && (
        <Stack gap="sm">
          <Text fw={600}>{t('cancelSure')}</Text>
          <Button size="lg" color="danger" loading={cancel.running} onClick={() => void cancel.run({})}>
            {t('yesCancel')}
          </Button>
          <PublicButton variant="default" onClick={() => setDoing('look')}>
            {t('keep')}
          </PublicButton>
        </Stack>
      )}
      {cancel.error && (
        <Alert color="danger" variant="light" role="alert">
          {cancel.error.message}
        </Alert>
      )}
      <PlaceLines place={opened} />
    </Stack>
  );
}
