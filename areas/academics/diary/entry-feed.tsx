import { useLanguage, useText } from '@aangan/web/text/text.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { InstantText } from '@aangan/web/ui/values.tsx';
import { Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { FileTiles } from '../entry-file/file-tiles.tsx';
import type { FeedEntry } from './diary.contract.ts';
import { diaryWords } from './diary-words.tsx';

const tones = { GENERAL: 'info', SUBJECT: 'neutral', CLASSWORK: 'success' } as const;

/** One entry of the class diary, in the reader's language where it was written in both. */
export function FeedItem({ entry, foot }: { entry: FeedEntry; foot?: ReactNode }) {
  const t = useText(diaryWords);
  const { language } = useLanguage();
  const hindi = language === 'hi' && entry.textHi !== null;
  return (
    <Section>
      <Stack gap="sm">
        <Group gap="sm">
          <Tag tone={tones[entry.kind]}>
            {entry.subject ? `${t(entry.kind)} · ${entry.subject}` : t(entry.kind)}
          </Tag>
          <Text size="sm" c="dimmed">
            {entry.section}
            {entry.publishAt && (
              <>
                {' '}
                · <InstantText at={entry.publishAt} />
              </>
            )}
            {entry.changedAt && (
              <>
                {' '}
                · {t('edited')} <InstantText at={entry.changedAt} />
              </>
            )}
          </Text>
        </Group>
        <Text fw={600}>{entry.topic}</Text>
        <Text style={{ whiteSpace: 'pre-wrap' }} {...(hindi ? { lang: 'hi' } : {})}>
          {hindi ? entry.textHi : entry.textEn}
        </Text>
        <FileTiles files={entry.files} />
        {foot}
      </Stack>
    </Section>
  );
}
