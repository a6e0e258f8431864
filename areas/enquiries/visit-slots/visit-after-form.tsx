// Under the thanks: the free half-hours of the centre, for everybody who sent the form.

import { saveBlob } from '@aangan/web/api/open-file.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatTime } from '@aangan/web/format.ts';
import { useText } from '@aangan/web/text/text.tsx';
import { PublicButton } from '@aangan/web/ui/public-frame.tsx';
import { Button, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { ChooseTime, PlaceLines, useDayText } from './choose-time.tsx';
import { visitCalendar } from './visit-calendar.ts';
import { visitSlotContract } from './visit-slot.contract.ts';
import { visitWords } from './visit-words.web.ts';

interface AfterFormProps {
  fid: number;
  submissionId: string;
  bookedAt: string | null;
  onBooked: (at: string) => void;
}

export function VisitAfterForm({ fid, submissionId, bookedAt, onBooked }: AfterFormProps) {
  const t = useText(visitWords);
  const dayText = useDayText();
  const slots = useQuery(visitSlotContract.slots, { fid }, { fresh: 0 });
  const [changing, setChanging] = useState(false);
  const claim = useCommand(visitSlotContract.claim, {
    onDone: (out) => {
      setChanging(false);
      onBooked(out.at);
    },
    onError: () => void slots.refetch(),
  });
  // The thanks stand without it; a page that cannot read the times says nothing of them.
  const place = slots.data;
  if (!place) return null;
  return (
    <Stack gap="lg">
      {bookedAt && !changing ? (
        <Stack gap="sm">
          <Text fw={600}>{t('booked', { time: `${dayText(bookedAt)}, ${formatTime(bookedAt)}` })}</Text>
          <Text>{t('bookedHelp')}</Text>
          <Button
            size="lg"
            variant="light"
            onClick={() =>
              saveBlob(
                new Blob([visitCalendar({ ...place, id: submissionId, at: bookedAt, now: new Date() })], {
                  type: 'text/calendar',
                }),
                'visit.ics',
              )
            }
          >
            {t('calendar')}
          </Button>
          <PublicButton
            variant="default"
            onClick={() => {
              setChanging(true);
              void slots.refetch();
            }}
          >
            {t('change')}
          </PublicButton>
        </Stack>
      ) : (
        <Stack gap="md">
          <div>
            <Title order={2} fz="1.125rem">
              {t('chooseTitle')}
            </Title>
            <Text>{t('chooseHelp')}</Text>
          </div>
          <ChooseTime
            days={place.days}
            running={claim.running}
            problem={claim.error?.message ?? null}
            onChoose={(at) => void claim.run({ fid, submissionId, at })}
          />
        </Stack>
      )}
      <PlaceLines place={place} />
    </Stack>
  );
}
