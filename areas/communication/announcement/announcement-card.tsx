import { useCommand } from '@aangan/web/api/use-command.ts';
import { useLanguage, useText } from '@aangan/web/text/text.tsx';
import { FileLink } from '@aangan/web/ui/file-link.tsx';
import { icon } from '@aangan/web/ui/icon.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { DateText, InstantText } from '@aangan/web/ui/values.tsx';
import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconFile } from '@tabler/icons-react';
import { Link } from 'react-router';
import { type AddressedAnnouncement, announcementContract } from './announcement.contract.ts';
import { announcementPaths } from './announcement-look.tsx';
import { announcementWords } from './announcement-words.tsx';

/** One announcement as its addressee reads it, in their language where it was written in both. */
export function AnnouncementCard({ one, linked }: { one: AddressedAnnouncement; linked: boolean }) {
  const t = useText(announcementWords);
  const { language } = useLanguage();
  const hindi = language === 'hi' && one.bodyHi !== null;
  const title = hindi ? (one.titleHi ?? one.title) : one.title;
  return (
    <Section>
      <Stack gap="sm">
        <Group gap="sm">
          {one.pinned && <Tag tone="info">{t('pinned')}</Tag>}
          {one.unread && <Tag tone="warning">{t('new')}</Tag>}
          <Text size="sm" c="dimmed">
            {one.from} · <InstantText at={one.publishedAt} />
          </Text>
        </Group>
        <Text fw={600} size="lg" {...(hindi ? { lang: 'hi' } : {})}>
          {linked ? (
            <Anchor component={Link} to={announcementPaths.view(one.id)} inherit>
              {title}
            </Anchor>
          ) : (
            title
          )}
        </Text>
        <Text style={{ whiteSpace: 'pre-wrap' }} {...(hindi ? { lang: 'hi' } : {})}>
          {hindi ? one.bodyHi : one.body}
        </Text>
        <AnnouncementFiles files={one.files} />
        <Acknowledge one={one} />
      </Stack>
    </Section>
  );
}

export function AnnouncementFiles({ files }: { files: AddressedAnnouncement['files'] }) {
  if (files.length === 0) return null;
  return (
    <Group gap="md" align="flex-start">
      {files.map((file) => (
        <FileLink key={file.fileId} name={file.name} address={async () => file.url}>
          {file.picture ? (
            <img
              src={file.url}
              alt={file.name}
              loading="lazy"
              style={{ display: 'block', width: 160, height: 120, objectFit: 'cover', borderRadius: 8 }}
            />
          ) : (
            <Group gap={6} wrap="nowrap">
              <IconFile {...icon} />
              <Text size="sm">{file.name}</Text>
            </Group>
          )}
        </FileLink>
      ))}
    </Group>
  );
}

function Acknowledge({ one }: { one: AddressedAnnouncement }) {
  const t = useText(announcementWords);
  const acknowledge = useCommand(announcementContract.acknowledge, {
    refresh: ['home'],
    onDone: () => notice.ok(t('acknowledged')),
    onError: (error) => notice.error(error),
  });
  if (!one.ackRequired) return null;
  if (one.acknowledgedAt)
    return (
      <Group gap="sm">
        <Tag tone="success">{t('acknowledged')}</Tag>
        <Text size="sm" c="dimmed">
          <InstantText at={one.acknowledgedAt} />
        </Text>
      </Group>
    );
  return (
    <Stack gap="sm">
      {one.askedAgain && (
        <Alert color="warning" variant="light">
          {t('askedAgain')}
        </Alert>
      )}
      <Group gap="sm">
        {one.can['acknowledge'] && (
          <Button loading={acknowledge.running} onClick={() => void acknowledge.run({ id: one.id })}>
            {t('acknowledge')}
          </Button>
        )}
        {one.ackBy && (
          <Text size="sm" c="dimmed">
            {t('by')} <DateText day={one.ackBy} />
          </Text>
        )}
      </Group>
    </Stack>
  );
}
