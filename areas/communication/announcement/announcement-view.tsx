import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { HistoryPanel } from '@aangan/web/record/history-panel.tsx';
import { useText } from '@aangan/web/text/text.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { DateText, InstantText } from '@aangan/web/ui/values.tsx';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { extraChannels } from '../audience/audience.ts';
import { announcementContract, type ManagedAnnouncement } from './announcement.contract.ts';
import { AnnouncementCard, AnnouncementFiles } from './announcement-card.tsx';
import { LanguageChoice, useSeen } from './announcement-feed.tsx';
import { AckBar, AnnouncementDialog, remindedText } from './announcement-list.tsx';
import { announcementPaths as paths } from './announcement-look.tsx';
import { announcementWords } from './announcement-words.tsx';
import { ReaderList } from './reader-list.tsx';

/** /announcement/view-announcement/{announcementID}: for its addressee, and for those who write. */
export function ViewAnnouncement() {
  const { announcementID = '' } = useParams();
  const t = useText(announcementWords);
  const query = useQuery(announcementContract.view, { id: announcementID }, { fresh: 0 });
  const addressed = query.data?.addressed;
  useSeen(addressed ? [addressed] : undefined);
  const crumbs = query.data?.managed
    ? [{ label: 'Announcement list', to: paths.list }]
    : [{ label: t('title'), to: paths.feed }];
  return (
    <PageFrame title={query.data?.managed?.title ?? t('one')} crumbs={crumbs}>
      <QueryState query={query}>
        {({ addressed: own, managed }) => (
          <Stack gap="md" {...(managed ? {} : { style: { maxWidth: 760 } })}>
            {!managed && own && <LanguageChoice />}
            {managed ? <Managed row={managed} /> : null}
            {own && (!managed || own.can['acknowledge']) && <AnnouncementCard one={own} linked={false} />}
          </Stack>
        )}
      </QueryState>
    </PageFrame>
  );
}

function Managed({ row }: { row: ManagedAnnouncement }) {
  const out = row.status === 'PUBLISHED' || row.status === 'EXPIRED' || row.status === 'WITHDRAWN';
  return (
    <Stack gap="md">
      <Steps row={row} />
      <PageTabs
        tabs={[
          { value: 'text', label: 'Announcement', content: <TextTab row={row} out={out} /> },
          ...(out
            ? [
                {
                  value: 'left',
                  label: 'Not yet',
                  content: <ReaderList row={row} left />,
                },
                {
                  value: 'seen',
                  label: row.ackRequired ? 'Acknowledged' : 'Seen',
                  content: <ReaderList row={row} left={false} />,
                },
              ]
            : []),
          { value: 'history', label: 'Versions', content: <HistoryPanel kind="announcement" id={row.id} /> },
        ]}
      />
    </Stack>
  );
}

function Steps({ row }: { row: ManagedAnnouncement }) {
  const [asked, setAsked] = useState<'pin' | 'withdraw' | 'approve' | 'return' | 'reopen' | null>(null);
  const onError = (error: unknown) => notice.error(error);
  const refresh = ['announcement', 'home'];
  const submit = useCommand(announcementContract.submit, {
    refresh,
    onError,
    onDone: ({ status }) =>
      notice.ok(
        status === 'WAITING'
          ? 'It waits for another person to approve it.'
          : status === 'SCHEDULED'
            ? 'Scheduled'
            : 'Published',
      ),
  });
  const recall = useCommand(announcementContract.recall, {
    refresh,
    onError,
    onDone: () => notice.ok('It is a draft again.'),
  });
  const remind = useCommand(announcementContract.remind, {
    refresh,
    onError,
    onDone: ({ people }) => notice.ok(remindedText(people)),
  });
  const { can, id, version } = row;
  const run = { ifMatch: version };
  return (
    <Group gap="sm">
      {can['submit'] && (
        <Button loading={submit.running} onClick={() => void submit.run({ id }, run)}>
          {row.publishAt ? 'Publish at its time' : 'Publish'}
        </Button>
      )}
      {can['approve'] && <Button onClick={() => setAsked('approve')}>Approve</Button>}
      {can['return'] && (
        <Button variant="default" onClick={() => setAsked('return')}>
          Send back
        </Button>
      )}
      {can['edit'] && (
        <Button variant="default" component={Link} to={paths.edit(id)}>
          Edit
        </Button>
      )}
      {can['remind'] && (
        <Button variant="default" loading={remind.running} onClick={() => void remind.run({ id })}>
          Remind those left
        </Button>
      )}
      {can['pin'] && (
        <Button variant="default" onClick={() => setAsked('pin')}>
          {row.pinnedUntil ? 'Change pin' : 'Pin'}
        </Button>
      )}
      {can['reopen'] && (
        <Button variant="default" onClick={() => setAsked('reopen')}>
          Reopen
        </Button>
      )}
      {can['recall'] && (
        <Button variant="default" loading={recall.running} onClick={() => void recall.run({ id }, run)}>
          Back to draft
        </Button>
      )}
      {can['withdraw'] && (
        <Button variant="default" onClick={() => setAsked('withdraw')}>
          Withdraw
        </Button>
      )}
      {asked && <AnnouncementDialog what={asked} row={row} onClose={() => setAsked(null)} />}
    </Group>
  );
}

function TextTab({ row, out }: { row: ManagedAnnouncement; out: boolean }) {
  return (
    <Stack gap="md">
      <Section>
        <Facts
          items={[
            { label: 'Status', value: <StatusTag area="announcement" state={row.status} /> },
            { label: 'For', value: row.target },
            {
              label: 'Reaches',
              value: row.recipients === 1 ? '1 person' : `${row.recipients} people`,
              hidden: out,
            },
            { label: 'Seen', value: <AckBar n={row.seen} of={row.recipients} />, hidden: !out },
            {
              label: 'Acknowledged',
              value: <AckBar n={row.acknowledged} of={row.recipients} />,
              hidden: !out || !row.ackRequired,
            },
            {
              label: 'Also by',
              value: row.extraChannels.map((channel) => extraChannels[channel]).join(', '),
              hidden: row.extraChannels.length === 0,
            },
            {
              label: out ? 'Published' : 'Will be published',
              value: <InstantText at={row.publishAt} />,
              hidden: row.publishAt === null,
            },
            { label: 'Shown until', value: <InstantText at={row.expiresAt} /> },
            { label: 'On top until', value: <DateText day={row.pinnedUntil} />, hidden: !row.pinnedUntil },
            { label: 'Acknowledge by', value: <DateText day={row.ackBy} />, hidden: !row.ackBy },
            { label: 'Written by', value: row.by },
            { label: 'Approved by', value: row.approvedBy, hidden: !row.approvedBy },
            { label: 'Withdrawn because', value: row.withdrawReason, hidden: !row.withdrawReason },
          ]}
        />
      </Section>
      <Section title={row.title}>
        <Stack gap="md">
          <Text style={{ whiteSpace: 'pre-wrap' }}>{row.body}</Text>
          {row.bodyHi && (
            <div lang="hi">
              <Text fw={600}>{row.titleHi}</Text>
              <Text style={{ whiteSpace: 'pre-wrap' }}>{row.bodyHi}</Text>
            </div>
          )}
          <AnnouncementFiles files={row.files} />
        </Stack>
      </Section>
    </Stack>
  );
}
