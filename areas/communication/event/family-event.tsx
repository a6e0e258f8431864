import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatDay } from '@aangan/web/format.ts';
import { useLanguage, useText } from '@aangan/web/text/text.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { Alert, Button, Group, NumberInput, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { eventContract } from './event.contract.ts';
import { MOST_ADULTS } from './event.states.ts';
import { hoursOf } from './event-calendar.tsx';
import { eventPaths } from './event-paths.ts';
import { eventWords } from './event-words.tsx';

type FamilyView = OutputOf<typeof eventContract.ofFamily>;
type Given = FamilyView['answersGiven'][number];

type FamilyDate = FamilyView['dates'][number];
const daysText = ({ onDate, toOn }: FamilyDate): string =>
  toOn === onDate ? formatDay(onDate) : `${formatDay(onDate)} – ${formatDay(toOn)}`;
/** A date of which there is nothing to say and nothing to ask. */
const isPlain = (event: FamilyView, { cancelled }: FamilyDate): boolean =>
  event.answers === 'NONE' && cancelled === null;
const plain = (event: FamilyView): readonly FamilyDate[] =>
  event.dates.filter((date) => isPlain(event, date));

export function FamilyEvent({ id }: { id: string }) {
  const t = useText(eventWords);
  const { language } = useLanguage();
  const query = useQuery(eventContract.ofFamily, { id }, { fresh: 0 });
  const event = query.data;
  const title = event ? (language === 'hi' && event.titleHi ? event.titleHi : event.title) : t('EVENT');
  return (
    <PageFrame title={title} crumbs={[{ label: t('calendar'), to: eventPaths.calendar }]}>
      <QueryState query={query}>
        {(shown) => (
          <Stack gap="md" style={{ maxWidth: 760 }}>
            {shown.status === 'CANCELLED' && (
              <Alert color="danger" variant="light" title={t('cancelled')}>
                {shown.cancelReason}
              </Alert>
            )}
            <Section>
              <Stack gap="md">
                <Facts
                  items={[
                    {
                      label: t('dates'),
                      value: plain(shown).map(daysText).join(', '),
                      hidden: plain(shown).length === 0,
                    },
                    { label: t('time'), value: hoursOf(shown, t('allDay')) },
                    { label: t('place'), value: shown.place, hidden: shown.place === null },
                    { label: t('classes'), value: shown.classes ?? t('allClasses') },
                  ]}
                />
                {shown.description && <Text style={{ whiteSpace: 'pre-wrap' }}>{shown.description}</Text>}
              </Stack>
            </Section>
            {shown.dates.length === 0 && <Text c="dimmed">{t('over')}</Text>}
            {shown.dates
              .filter((date) => !isPlain(shown, date))
              .map((date) => (
                <Section key={date.onDate} title={daysText(date)} help={helpOf(shown, date, t)}>
                  <Stack gap="md">
                    {date.cancelled !== null ? (
                      <Text>
                        {t('cancelled')}: {date.cancelled}
                      </Text>
                    ) : (
                      shown.answers !== 'NONE' &&
                      shown.answersGiven
                        .filter(({ onDate }) => onDate === date.onDate)
                        .map((given) => (
                          <OneAnswer
                            key={`${given.enrolmentId} ${given.answer} ${given.adults}`}
                            event={shown}
                            given={given}
                          />
                        ))
                    )}
                  </Stack>
                </Section>
              ))}
          </Stack>
        )}
      </QueryState>
    </PageFrame>
  );
}

function helpOf(
  event: FamilyView,
  date: FamilyView['dates'][number],
  t: (key: 'left' | 'answerUntil' | 'answersClosed') => string,
): string | undefined {
  if (event.answers === 'NONE' || date.cancelled !== null) return undefined;
  if (!event.open) return t('answersClosed');
  const parts = [
    event.answerUntil ? `${t('answerUntil')} ${formatDay(event.answerUntil)}` : null,
    date.left === null ? null : `${date.left} ${t('left')}`,
  ].filter((part) => part !== null);
  return parts.length > 0 ? parts.join(' · ') : undefined;
}

/** The answer for one child and date: yes, no or maybe, and how many adults. */
function OneAnswer({ event, given }: { event: FamilyView; given: Given }) {
  const t = useText(eventWords);
  const [answer, setAnswer] = useState(given.answer);
  const [adults, setAdults] = useState(given.adults);
  const save = useCommand(eventContract.answer, {
    onDone: () => notice.ok(t('saved')),
    onError: (error) => notice.error(error),
  });
  const asksAdults = event.answers === 'ADULTS' && answer !== 'NO';
  const changed = answer !== given.answer || (asksAdults && adults !== given.adults);
  return (
    <Group gap="md" align="end">
      <div>
        <Text fw={600} size="sm" mb={4}>
          {given.child}
        </Text>
        <SegmentedControl
          aria-label={`${t('yourAnswer')}: ${given.child}`}
          disabled={!event.open}
          value={answer ?? ''}
          onChange={(next) => setAnswer(next as NonNullable<Given['answer']>)}
          data={(['YES', 'MAYBE', 'NO'] as const).map((value) => ({ value, label: t(value) }))}
        />
      </div>
      {asksAdults && (
        <NumberInput
          label={t('adults')}
          min={0}
          max={MOST_ADULTS}
          allowDecimal={false}
          w={150}
          disabled={!event.open}
          value={adults}
          onChange={(value) => setAdults(Math.max(0, Math.min(MOST_ADULTS, Number(value) || 0)))}
        />
      )}
      {event.open && (
        <Button
          disabled={answer === null || !changed}
          loading={save.running}
          onClick={() =>
            answer !== null &&
            void save.run({
              id: event.id,
              onDate: given.onDate,
              childId: given.enrolmentId,
              answer,
              adults: asksAdults ? adults : 0,
            })
          }
        >
          {t('send')}
        </Button>
      )}
    </Group>
  );
}
