import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { addDays } from '@aangan/contract/period.ts';
import { call } from '@aangan/web/api/call.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { formatDay } from '@aangan/web/format.ts';
import { useLanguage, useText } from '@aangan/web/text/text.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { Button, Group, SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useParams } from 'react-router';
import { CareLine } from '../care/care-line.tsx';
import { diaryContract } from './diary.contract.ts';
import { type DiaryKind, kindNames } from './diary-kinds.ts';
import { diaryWords } from './diary-words.tsx';
import { FeedItem } from './entry-feed.tsx';

type Feed = OutputOf<typeof diaryContract.feed>;

/** /class-diary/view/{studentAdmissionId}: what was shared about one child; for its family, and for its teachers. */
export function ChildDiary() {
  const { studentAdmissionId = '' } = useParams();
  const t = useText(diaryWords);
  const { language, setLanguage } = useLanguage();
  const [kind, setKind] = useParam('kind');
  const [subjectId, setSubject] = useParam('subject');
  const [until, setUntil] = useParam('until');
  const query = useQuery(
    diaryContract.feed,
    {
      id: studentAdmissionId,
      ...(kind ? { kind: kind as DiaryKind } : {}),
      ...(subjectId ? { subjectId } : {}),
      ...(until ? { until } : {}),
    },
    // Consent may have been taken back since: a feed is never shown from memory.
    { fresh: 0 },
  );
  const feed = query.data;
  useSeen(feed);
  return (
    <PageFrame title={feed ? `${t('title')}: ${feed.name}` : t('title')}>
      <Stack gap="md" style={{ maxWidth: 760 }}>
        <Group align="end" gap="sm">
          <Select
            label={t('kind')}
            data={[{ value: '', label: t('all') }, ...kindNames.map((value) => ({ value, label: t(value) }))]}
            value={kind ?? ''}
            onChange={setKind}
            allowDeselect={false}
            w={170}
          />
          <Select
            label={t('subject')}
            data={(feed?.subjects ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            value={subjectId}
            placeholder={t('all')}
            onChange={setSubject}
            clearable
            w={190}
          />
          <div style={{ width: 160 }}>
            <FieldInput
              kind="date"
              name="until"
              label={t('until')}
              value={until ?? feed?.until ?? null}
              onChange={(day) => setUntil(typeof day === 'string' ? day : null)}
            />
          </div>
          <SegmentedControl
            aria-label={t('language')}
            value={language}
            onChange={(next) => setLanguage(next as typeof language)}
            data={[
              { value: 'en', label: 'English' },
              { value: 'hi', label: 'हिन्दी' },
            ]}
          />
        </Group>
        <QueryState query={query}>
          {(shown) => (
            <>
              {shown.days.length === 0 && <EmptyState title={t('empty')} help={t('emptyHelp')} />}
              {shown.days.map((day) => (
                <FeedDay key={day.day} day={day} childId={shown.enrolmentId} />
              ))}
              <Button variant="default" onClick={() => setUntil(addDays(shown.from, -1))}>
                {t('earlier')}
              </Button>
            </>
          )}
        </QueryState>
      </Stack>
    </PageFrame>
  );
}

const tones = {
  P: 'success',
  LATE: 'warning',
  EARLY: 'warning',
  HD: 'info',
  A: 'danger',
  L: 'neutral',
} as const;

function FeedDay({ day, childId }: { day: Feed['days'][number]; childId: string }) {
  const t = useText(diaryWords);
  const acknowledge = useCommand(diaryContract.acknowledge, {
    onDone: () => notice.ok(t('acknowledged')),
    onError: (error) => notice.error(error),
  });
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <Text component="h2" fw={600} m={0}>
          {formatDay(day.day)}
        </Text>
        {day.attendance && <Tag tone={tones[day.attendance]}>{t(day.attendance)}</Tag>}
      </Group>
      <CareLine events={day.care} />
      {day.entries.map((entry) => (
        <FeedItem
          key={entry.id}
          entry={entry}
          foot={
            entry.can['acknowledge'] ? (
              <Button
                loading={acknowledge.running}
                onClick={() => void acknowledge.run({ id: childId, entryId: entry.id })}
              >
                {t('acknowledge')}
              </Button>
            ) : (
              entry.acknowledgedAt && (
                <Group>
                  <Tag tone="success">{t('acknowledged')}</Tag>
                </Group>
              )
            )
          }
        />
      ))}
    </Stack>
  );
}

/** Tells the teachers that the family has these entries before its eyes. */
function useSeen(feed: Feed | undefined): void {
  useEffect(() => {
    if (!feed?.family) return;
    const entryIds = feed.days.flatMap(({ entries }) => entries.map(({ id }) => id)).slice(0, 200);
    if (entryIds.length === 0) return;
    // Without a network it is told at the next visit.
    void call(diaryContract.markSeen, { id: feed.enrolmentId, entryIds }, { background: true }).catch(
      () => null,
    );
  }, [feed]);
}
